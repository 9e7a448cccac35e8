/** Where a diagnosis leads whose fault is in no single call: the report's line, the model's, that of its scores. */
import type { CodePlace } from "../../../../preload/contract/run.ts";
import type { Evidence } from "../../evidence/evidence.ts";
import { lineOf } from "../../evidence/report-lines.ts";
import { place } from "./rule.ts";

/** The line of a value of report.json, or of the nearest part around it that is there. */
export function reportPlace({ report }: Evidence, ...path: readonly string[]): CodePlace | null {
  return report.state === "absent" ? null : place("report.json", lineOf(report.lines, ...path));
}

/** The fit behind the predictions; else the last one, or where the predictions were written. */
export function modelPlace({ judge }: Evidence): CodePlace | null {
  if (judge === null) {
    return null;
  }
  const trace = judge.verification ?? judge.scored;
  const written = trace.opens.findLast(
    (open) => open.mode === "write" && open.path.endsWith("/predictions.csv"),
  );
  return [judge.model, trace.fits.at(-1), written]
    .map((one) => (one == null ? null : place(one.file, one.line)))
    .reduce((first, one) => first ?? one, null);
}

const SCORES = /(?:^|\.)(?:predict_proba|decision_function)$/;
const PREDICTS = /(?:^|\.)predict$/;

/** The last call that makes scores, which a threshold is set to; else the last prediction, or the model's fit. */
export function scorePlace(evidence: Evidence): CodePlace | null {
  const calls = (evidence.judge?.static.calls ?? [])
    .map(({ name, file, line, at }) => ({ name, file, line: at ?? line }))
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const call =
    calls.findLast(({ name }) => SCORES.test(name)) ?? calls.findLast(({ name }) => PREDICTS.test(name));
  return (call === undefined ? null : place(call.file, call.line)) ?? modelPlace(evidence);
}
