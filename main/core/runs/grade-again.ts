import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Run } from "../../../preload/contract/index.ts";
import { ProbePlan } from "../evidence/probe-plan.ts";
import type { Override } from "../grading/override.ts";
import { isGradable } from "./carry-out.ts";
import { shownGrading } from "./override-run.ts";
import type { GradeInput, Ports } from "./ports.ts";
import { foldersForGrading, runFolders, runFoldersAt, type RunFolders } from "./run-folders.ts";
import type { Task } from "../tasks/task.ts";
import type { Execution, Grading } from "./run-store.ts";
import { readExportedRun } from "./exported-run.ts";

interface Remains {
  readonly run: Run;
  readonly folders: RunFolders;
  readonly scored: Execution | null;
  readonly reordered: Execution | null;
  readonly probes?: Execution | null | undefined;
}

type GradingPorts = Pick<Ports, "tasks" | "python" | "grader">;

/** Gathers evidence from the files of a run that has ended, and grades it. Nothing of the agent's is executed. */
export function gradeAgain(run: Run, ports: Ports, signal: AbortSignal): Promise<Grading> {
  return gradeRemains(
    {
      run,
      folders: runFolders(ports.home, run.id),
      scored: ports.store.execution(run.id, "scored"),
      reordered: ports.store.execution(run.id, "reordered"),
      probes: ports.store.execution(run.id, "probes"),
    },
    ports,
    signal,
  );
}

/** The same for a folder written by an export: the document as it was, with today's grading in it. */
export async function gradeExported(folder: string, ports: GradingPorts, signal: AbortSignal): Promise<Run> {
  const { executions, ...run } = readExportedRun(folder);
  const folders = runFoldersAt(folder);
  const own = await gradeRemains({ run, folders, ...executions }, ports, signal);
  const { total, rawTotal, percent, graderVersion, complete, stages, engineering, diagnoses } =
    shownGrading(own, overridesIn(run)) ?? own;
  return {
    ...run,
    total,
    rawTotal,
    percent,
    graderVersion,
    complete,
    stages: [...stages],
    engineering,
    diagnoses: [...diagnoses],
  };
}

/** What people set on an exported run: it holds there as it does at home. */
const overridesIn = (run: Run): Override[] =>
  run.stages
    .flatMap((stage) => stage.checks)
    .flatMap(({ id, points, override }) =>
      override === undefined
        ? []
        : [{ check: id, points, author: override.author, reason: override.reason, at: override.at }],
    );

/** What an exported folder gives the grader, and what takes the files away again that were made for it. */
export interface Gradable {
  readonly run: Run;
  readonly input: GradeInput;
  readonly remove: () => void;
}

/** For whoever grades one folder many times: `remove` when done. */
export async function gradableExport(
  folder: string,
  ports: Omit<GradingPorts, "grader">,
  signal: AbortSignal,
): Promise<Gradable> {
  const { executions, ...run } = readExportedRun(folder);
  return gradableRemains({ run, folders: runFoldersAt(folder), ...executions }, ports, signal);
}

async function gradeRemains(remains: Remains, ports: GradingPorts, signal: AbortSignal): Promise<Grading> {
  const { input, run, remove } = await gradableRemains(remains, ports, signal);
  try {
    return await ports.grader.grade(await ports.grader.gather(input), run.language);
  } finally {
    remove();
  }
}

async function gradableRemains(
  remains: Remains,
  ports: Omit<GradingPorts, "grader">,
  signal: AbortSignal,
): Promise<Gradable> {
  const { run, folders, scored } = remains;
  if (!scored || !isGradable(scored.status)) {
    throw new WorkbenchError(
      "conflict",
      `Run ${run.id} (${run.status}) ended before its scored run did: there is nothing to grade.`,
      "Start it again with `mlewb run`.",
      { id: run.id, status: run.status },
    );
  }
  const task = await ports.tasks.load(run.task.id);
  if (task.digest !== run.task.digest) {
    throw new WorkbenchError(
      "conflict",
      `The task ${run.task.id} has changed since run ${run.id}: it would be graded against other data.`,
      "Check out the version of the task that the run was made with, or run the agent again.",
      { id: run.id, graded: run.task.digest, found: task.digest },
    );
  }
  const python = await ports.python();
  const data = await ports.tasks.ensureVariant(task, run.variant, run.language, { signal });
  const calibrated = await ports.tasks.calibrated(task, run.variant, { signal, measure: false });
  const verification = verificationOf(remains, scored);
  const again = await dataOfVerification(task, data.public, folders, verification, ports);
  const input: GradeInput = {
    task: calibrated,
    variant: run.variant,
    data,
    folders: foldersForGrading(again.folders),
    scored,
    verification,
    ...probesOf(remains),
    python,
    signal,
  };
  return { run, input, remove: again.remove };
}

/** An export leaves the task's data out: those of its verification run are made again, outside of it. */
async function dataOfVerification(
  task: Task,
  publicFolder: string,
  folders: RunFolders,
  verification: GradeInput["verification"],
  ports: Pick<GradingPorts, "tasks">,
): Promise<{ readonly folders: RunFolders; readonly remove: () => void }> {
  if (verification.kind !== "done" || existsSync(folders.verification.public)) {
    return { folders, remove: () => undefined };
  }
  const scratch = mkdtempSync(join(tmpdir(), "mlewb-grade-"));
  const made = join(scratch, "public");
  await ports.tasks.reorderedHoldout(task, publicFolder, made);
  return {
    folders: { ...folders, verification: { ...folders.verification, public: made } },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

function verificationOf({ run, folders, reordered }: Remains, scored: Execution): GradeInput["verification"] {
  if (scored.status !== "finished") return { kind: "not_finished" };
  if (run.verification?.asked === "none") return { kind: "skipped" };
  if (!reordered || !existsSync(folders.verification.report)) {
    return { kind: "fault", error: "The verification run did not take place." };
  }
  if (reordered.status === "infrastructure") {
    return { kind: "fault", error: reordered.reason ?? "The sandbox failed." };
  }
  return { kind: "done", execution: reordered };
}

function probesOf({ run, folders, probes }: Remains): Pick<GradeInput, "probes"> {
  if (run.status !== "finished" || run.verification?.asked !== "full") return {};
  const plan = readPlan(folders.probes.plan);
  if (!probes || plan === null) {
    return { probes: { kind: "fault", error: "The second verification run did not take place." } };
  }
  if (probes.status === "infrastructure") {
    return { probes: { kind: "fault", error: probes.reason ?? "The sandbox failed." } };
  }
  return { probes: { kind: "done", execution: probes, report: folders.probes.report, plan } };
}

function readPlan(file: string): ProbePlan | null {
  try {
    return ProbePlan.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
