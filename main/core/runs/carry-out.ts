import { statSync } from "node:fs";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { RunStatus } from "../../../preload/contract/index.ts";
import type { ActiveRun } from "./active-run.ts";
import { runReason } from "./failure-reason.ts";
import { PhaseClock } from "./phase-clock.ts";
import type { AgentOutcome, GradeInput, Ports, VariantFolders } from "./ports.ts";
import { probingRun } from "./probing-run.ts";
import { foldersForGrading, makeRunFolders, makeVerificationFolders } from "./run-folders.ts";
import type { Execution, Grading, RunEnd } from "./run-store.ts";
import { keepScoredLog } from "./scored-log.ts";
import { scoredRun } from "./scored-run.ts";
import { stopReasonOf, stopSentence } from "./stop-reason.ts";
import { verificationRun } from "./verification-run.ts";

type Ending = Pick<RunEnd, "status" | "reason" | "grading">;

/** One run from its variant to its grading. Never rejects: whatever happens is an end with a reason. */
export async function carryOut(run: ActiveRun, ports: Ports): Promise<RunEnd> {
  const phases = new PhaseClock(ports, run.id);
  const ending = await throughPhases(run, ports, phases).catch((error: unknown) => endOfFault(error, run));
  return { ...ending, at: ports.clock.now(), phases: phases.taken };
}

async function throughPhases(run: ActiveRun, ports: Ports, phases: PhaseClock): Promise<Ending> {
  makeRunFolders(run.folders);
  const python = await ports.python();
  const options = { signal: run.signal };
  const { data, task } = await phases.in("generating", async () => ({
    data: await ports.tasks.ensureVariant(run.task, run.variant, run.language, options),
    task: await ports.tasks.calibrated(run.task, run.variant, { ...options, measure: true }),
  }));
  const agent = await phases.in("agent", () => letAgentWork(run, data, ports));
  if (stopReasonOf(run.signal)) throw new Error("stopped");
  if (agent.kind !== "ready") return { status: agent.kind, reason: agent.reason, grading: null };

  const scored = await phases.in("scored_run", async () => {
    const logStart = statSync(run.folders.log, { throwIfNoEntry: false })?.size ?? 0;
    const execution = await scoredRun(run, data, ports);
    ports.store.saveExecution(run.id, "scored", execution);
    await keepScoredLog(run.folders, logStart);
    return execution;
  });
  if (stopReasonOf(run.signal)) throw new Error("stopped");
  const reason = runReason(scored, run.language);
  if (!isGradable(scored.status)) return { status: scored.status, reason, grading: null };

  const input: GradeInput = {
    task,
    variant: run.variant,
    data,
    folders: foldersForGrading(run.folders),
    scored,
    ...(await verify(run, data, scored, ports, phases)),
    python,
    signal: run.signal,
  };
  const grading = await judgeAndGrade(input, run, ports, phases);
  return { status: scored.status, reason, grading };
}

async function letAgentWork(run: ActiveRun, data: VariantFolders, ports: Ports): Promise<AgentOutcome> {
  const outcome = await run.agent.work({
    runId: run.id,
    task: run.task,
    variant: run.variant,
    public: data.public,
    work: run.folders.work,
    solution: run.folders.solution,
    log: run.folders.log,
    signal: run.signal,
  });
  if (outcome.kind === "ready") ports.store.setAgent(run.id, outcome.identity);
  return outcome;
}

/** Both executions side by side: neither is scored, and each leaves a core to the other. */
async function verify(
  run: ActiveRun,
  data: VariantFolders,
  scored: Execution,
  ports: Ports,
  phases: PhaseClock,
): Promise<Pick<GradeInput, "verification" | "probes">> {
  if (scored.status !== "finished") return { verification: { kind: "not_finished" } };
  if (run.verify === "none") return { verification: { kind: "skipped" } };
  makeVerificationFolders(run.folders);
  return phases.in("verification", async () => {
    if (run.verify === "quick") return { verification: await verificationRun(run, data, ports) };
    const [verification, probes] = await Promise.all([
      verificationRun(run, data, ports),
      probingRun(run, data, ports),
    ]);
    return { verification, probes };
  });
}

async function judgeAndGrade(
  input: GradeInput,
  run: ActiveRun,
  ports: Ports,
  phases: PhaseClock,
): Promise<Grading> {
  const evidence = await phases.in("judging", () => ports.grader.gather(input));
  return phases.in("grading", () => ports.grader.grade(evidence, run.language));
}

/** What is left of these can be graded; after the others there is nothing to speak of. */
export const isGradable = (status: RunStatus): boolean =>
  status === "finished" || status === "failed" || status === "timeout" || status === "out_of_memory";

/** Message and hint as sentences of one line. */
function withWayOut(message: string, hint: string): string {
  const sentence = /[.!?。]$/.test(message) ? message : `${message}.`;
  return hint === "" ? sentence : `${sentence} ${hint}`;
}

function endOfFault(error: unknown, run: ActiveRun): Ending {
  const stopped = stopReasonOf(run.signal);
  if (stopped) return { status: stopped, reason: stopSentence[stopped], grading: null };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkbenchError) {
    const status = error.code === "level_too_low" || error.code === "refused" ? "refused" : "infrastructure";
    return { status, reason: withWayOut(message, error.hint), grading: null };
  }
  return { status: "infrastructure", reason: `A fault of the workbench: ${message}`, grading: null };
}
