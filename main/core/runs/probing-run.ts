import { writeFileSync } from "node:fs";
import type { ActiveRun } from "./active-run.ts";
import type { GradeInput, Ports, VariantFolders } from "./ports.ts";
import { makeRuleProgram } from "./rule-program.ts";
import { agentSeed } from "./scored-run.ts";
import { stopReasonOf } from "./stop-reason.ts";
import { verificationLimits } from "./wider-limits.ts";

/**
 * The second verification execution: the same code, fresh, with noise and probe rows among the hold-out; for a rule
 * task the rule that its report wrote down, on data with rows at its edges. Only the answers count, so nothing is
 * recorded. A fault of ours is a value.
 */
export async function probingRun(
  run: ActiveRun,
  data: VariantFolders,
  ports: Ports,
): Promise<NonNullable<GradeInput["probes"]>> {
  const { probes } = run.folders;
  try {
    const plan = await ports.tasks.probedHoldout(run.task, data, probes.public);
    writeFileSync(probes.plan, JSON.stringify(plan), { mode: 0o600 });
    // At the edges of a rule it is the written rule that is tried, not the code.
    const solution =
      plan.place === "edges"
        ? await makeRuleProgram(run.task, run.folders.report, probes.rule)
        : run.folders.solution;
    const execution = await ports.box.run(
      {
        solution,
        data: probes.public,
        taskId: run.task.id,
        seed: agentSeed,
        ...verificationLimits(run.task),
        recorder: "off",
        log: probes.log,
        report: probes.report,
        evidence: null,
        minLevel: run.minLevel,
        masked: run.task.masked,
      },
      { signal: run.signal, onResources: () => undefined },
    );
    ports.store.saveExecution(run.id, "probes", execution);
    if (execution.status === "infrastructure") {
      return { kind: "fault", error: execution.reason ?? "The sandbox failed." };
    }
    return { kind: "done", execution, report: probes.report, plan };
  } catch (error) {
    if (stopReasonOf(run.signal)) throw error;
    return { kind: "fault", error: error instanceof Error ? error.message : String(error) };
  }
}
