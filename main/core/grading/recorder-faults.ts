/**
 * Faults of the recorder itself: an event that it could not make or write. A check that may have needed the event is not
 * evaluated then. Only a record that nobody reached for excuses: else a fault would be worth more than what it hides.
 */
import type { Evidence } from "../evidence/evidence.ts";
import type { Trace } from "../evidence/judge-output.ts";
import type { Need } from "./check.ts";
import { isAnotherFit } from "./scored-fit.ts";
import { recorderTouched } from "./trust.ts";

export interface RecorderFault {
  readonly error: string;
  /** What the lost event may have shown. */
  readonly needs: readonly Need[];
}

/** Said by the judge of a file that is no record of ours any more: lines of somebody else, or without end. */
const NOT_OURS = /^\d+ lines of the record could not be read$|^the record was longer/;
/** Names of the recorder's own functions (`sandbox/recorder`), and kinds of events, as its faults begin with them. */
const OF_LOOPS = /^(_begun|_ended|loop\b)/;
const OF_STEPS = /^(_look|_pass_over|change|delta)\b/;
const OF_MATRICES = /^(save_output|_keep_loop|out|loopmat)\b/;

function needsOf(error: string, otherwise: readonly Need[]): readonly Need[] {
  if (OF_LOOPS.test(error)) return [];
  if (OF_STEPS.test(error)) return ["decisions"];
  return OF_MATRICES.test(error) ? ["matrix"] : otherwise;
}

export function recorderFaults(evidence: Evidence): readonly RecorderFault[] {
  const { judge, run, verification } = evidence;
  if (judge === null || recorderTouched(evidence)) return [];
  // The end is the last that the recorder writes: a finished run without one was written by somebody else.
  const isWhole = (trace: Trace, finished: boolean): boolean => trace.ended || !finished;
  const faultsOf = (trace: Trace, finished: boolean, needs: readonly Need[]): readonly RecorderFault[] =>
    isWhole(trace, finished)
      ? trace.faults
          .filter((error) => !NOT_OURS.test(error))
          .map((error) => ({ error, needs: needsOf(error, needs) }))
      : [];
  // A fit that the scored run lost makes the verified one look like another.
  const ofScored: readonly Need[] = isAnotherFit(evidence) ? ["trace", "matrix", "decisions"] : ["trace"];
  const verified = verification.state === "done" && verification.outcome.status === "finished";
  return [
    ...faultsOf(judge.scored, run.status === "finished", ofScored),
    ...(judge.verification === null ? [] : faultsOf(judge.verification, verified, ["matrix", "decisions"])),
  ];
}

/** Checks that earn points by what was not seen. Any other that earned all has what it needs, whatever else was lost. */
export const earnsByAbsence: ReadonlySet<string> = new Set([
  "problem_understanding.scope",
  "preprocessing.decision_log",
  "preprocessing.no_leakage",
  "model_training.allowed",
  "reporting.failures",
]);
