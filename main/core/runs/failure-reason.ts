import type { Execution } from "./run-store.ts";

/** Traceback lines of the agent's own files: the box shows them under this folder. */
const ownFrame = /File "\/mle\/solution\/([^"]+)", line (\d+)/g;

/**
 * One sentence for a run whose code ended with an error: what was raised, in which file and line. The text
 * was written by the agent's process, so it is only shown, never acted on.
 */
export function failureReason(
  execution: Pick<Execution, "reason" | "stderr" | "exitCode" | "signal">,
): string {
  const frames = [...execution.stderr.matchAll(ownFrame)];
  const last = frames.at(-1);
  const raised = execution.stderr
    .trimEnd()
    .split("\n")
    .findLast((line) => /^[A-Za-z_][\w.]*(Error|Exception|Exit|Interrupt|Warning)\b/.test(line));
  if (raised === undefined) return execution.reason ?? endOf(execution);
  const where = last ? ` (${last[1]}, line ${last[2]})` : "";
  return `${raised.slice(0, 300)}${where}`;
}

function endOf(execution: Pick<Execution, "exitCode" | "signal">): string {
  if (execution.signal !== null) return `The code was ended by ${execution.signal}.`;
  return `The code ended with exit code ${execution.exitCode ?? "unknown"}.`;
}
