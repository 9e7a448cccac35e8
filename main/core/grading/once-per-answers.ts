/** What is worked out of every row of a run, once for the same answers: of a million rows it takes seconds. */
import type { Evidence } from "../evidence/evidence.ts";

/**
 * `work` may read of the evidence only what is listed in `inputsOf`. Checks, caps and diagnoses of one grading share its
 * result, and so do gradings of the same answers beside other reports.
 */
export function oncePerAnswers<Value>(work: (evidence: Evidence) => Value): (evidence: Evidence) => Value {
  const known = new WeakMap<Evidence["predictions"], { inputs: readonly unknown[]; value: Value }>();
  return (evidence) => {
    const inputs = inputsOf(evidence);
    const before = known.get(evidence.predictions);
    if (before?.inputs.every((one, at) => one === inputs[at])) return before.value;
    const value = work(evidence);
    known.set(evidence.predictions, { inputs, value });
    return value;
  };
}

function inputsOf({ task, run, labels, lastWeek, data, probes, verification }: Evidence): readonly unknown[] {
  const again = verification.state === "done" ? verification.predictions : verification.state;
  return [task, run, labels, lastWeek, data, probes, again];
}
