import { existsSync } from "node:fs";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Run } from "../../../preload/contract/index.ts";
import { isGradable } from "./carry-out.ts";
import type { GradeInput, Ports } from "./ports.ts";
import { runFolders } from "./run-folders.ts";
import type { Grading } from "./run-store.ts";

/** Gathers evidence from the files of a run that has ended, and grades it. */
export async function gradeAgain(run: Run, ports: Ports, signal: AbortSignal): Promise<Grading> {
  const scored = ports.store.execution(run.id, "scored");
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
      { id: run.id, then: run.task.digest, now: task.digest },
    );
  }
  const python = await ports.python();
  const data = await ports.tasks.ensureVariant(task, run.variant, run.language, {
    python: python.executable,
    signal,
  });
  const input: GradeInput = {
    task,
    variant: run.variant,
    data,
    folders: runFolders(ports.home, run.id),
    scored,
    verification: verificationOf(run, ports),
    python,
    signal,
  };
  return ports.grader.grade(await ports.grader.gather(input), run.language);
}

function verificationOf(run: Run, ports: Ports): GradeInput["verification"] {
  const scored = ports.store.execution(run.id, "scored");
  if (scored?.status !== "finished") return { kind: "not_finished" };
  if (ports.store.request(run.id)?.verify === "none") return { kind: "skipped" };
  const execution = ports.store.execution(run.id, "reordered");
  const folders = runFolders(ports.home, run.id);
  if (!execution || !existsSync(folders.verification.report)) {
    return { kind: "fault", error: "The verification run did not take place." };
  }
  if (execution.status === "infrastructure") {
    return { kind: "fault", error: execution.reason ?? "The sandbox failed." };
  }
  return { kind: "done", execution };
}
