import type { ActiveRun } from "./active-run.ts";
import type { GradeInput, Ports, VariantFolders } from "./ports.ts";
import { agentSeed } from "./scored-run.ts";
import { stopReasonOf } from "./stop-reason.ts";
import { verificationLimits } from "./wider-limits.ts";

/**
 * The first verification execution: the same code, fresh, the hold-out in another order, the full recorder.
 * The walls are wider while the code is told the scored ones. A fault of ours is a value: the grading then
 * says what it could not evaluate.
 */
export async function verificationRun(
  run: ActiveRun,
  data: VariantFolders,
  ports: Ports,
): Promise<GradeInput["verification"]> {
  const { verification } = run.folders;
  try {
    await ports.tasks.reorderedHoldout(run.task, data.public, verification.public);
    const execution = await ports.box.run(
      {
        solution: run.folders.solution,
        data: verification.public,
        taskId: run.task.id,
        seed: agentSeed,
        ...verificationLimits(run.task),
        recorder: "full",
        log: verification.log,
        report: verification.report,
        evidence: verification.evidence,
        minLevel: run.minLevel,
        masked: run.task.masked,
      },
      {
        signal: run.signal,
        onResources: (seen) => ports.news.resources({ id: run.id, phase: "verification", ...seen }),
      },
    );
    ports.store.saveExecution(run.id, "reordered", execution);
    if (execution.status === "infrastructure") {
      return { kind: "fault", error: execution.reason ?? "The sandbox failed." };
    }
    return { kind: "done", execution };
  } catch (error) {
    if (stopReasonOf(run.signal)) throw error;
    return { kind: "fault", error: error instanceof Error ? error.message : String(error) };
  }
}
