import type { Language } from "../../../preload/contract/index.ts";
import { endingSentence, factSentence, recordedEnding } from "./ending-sentence.ts";
import type { Execution } from "./run-store.ts";

/** Why a run has the status that its execution gave it, in the run's language; null where it finished. */
export function runReason(execution: Execution, language: Language): string | null {
  if (execution.status === "finished") return null;
  const recorded = recordedEnding(execution.record);
  const said = recorded && endingSentence(recorded.ending, language);
  // What was raised says more than an exit code, and less than a crash.
  const raised = execution.status === "failed" && recorded?.ending.kind !== "crashed";
  const end = raised ? failureReason(execution, said) : (said ?? execution.reason);
  const facts = recorded?.facts.map((fact) => factSentence(fact, language)) ?? [];
  return end === null ? null : [end, ...facts].join(" ");
}

/** Traceback lines of the agent's own files: the box shows them under this folder. */
const ownFrame = /File "\/mle\/solution\/([^"]+)", line (\d+)/g;

/**
 * One sentence for a run whose code ended with an error: what was raised, in which file and line. The text
 * was written by the agent's process, so it is only shown, never acted on.
 */
export function failureReason(
  execution: Pick<Execution, "reason" | "stderr" | "exitCode" | "signal">,
  otherwise: string | null = null,
): string {
  const frames = [...execution.stderr.matchAll(ownFrame)];
  const last = frames.at(-1);
  const raised = execution.stderr
    .trimEnd()
    .split("\n")
    .findLast((line) => /^[A-Za-z_][\w.]*(Error|Exception|Exit|Interrupt|Warning)\b/.test(line));
  if (raised === undefined) return otherwise ?? execution.reason ?? endOf(execution);
  const where = last ? ` (${last[1]}, line ${last[2]})` : "";
  return `${raised.slice(0, 300)}${where}`;
}

function endOf(execution: Pick<Execution, "exitCode" | "signal">): string {
  if (execution.signal !== null) return `The code was ended by ${execution.signal}.`;
  return `The code ended with exit code ${execution.exitCode ?? "unknown"}.`;
}
