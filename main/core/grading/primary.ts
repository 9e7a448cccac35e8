/** What a run reached: A on the hold-out, the trivial model beside it, and the parts of S. */
import type { Engineering, NotComparable } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { normaliseLabel, type Prediction, type PredictionsReading } from "../evidence/read-predictions.ts";
import { gate, score, scoreShare, thrift } from "./engineering.ts";
import { median } from "./metrics/quantities.ts";
import { cutToUnit, type ScaledRow, scaledMetric } from "./metrics/scaled.ts";
import { oncePerAnswers } from "./once-per-answers.ts";

export function positiveOf(evidence: Evidence): string | null {
  const positive = evidence.task.target?.positive ?? null;
  return positive === null ? null : normaliseLabel(String(positive));
}

/** Rows of the hold-out with what was said of them. */
export function holdoutRows(
  { labels, lastWeek }: Evidence,
  predictions: ReadonlyMap<number, Prediction>,
): readonly ScaledRow[] {
  return [...labels.holdout].map(([id, truth]) => ({
    truth,
    prediction: predictions.get(id) ?? null,
    lastWeek: lastWeek?.get(id) ?? null,
  }));
}

/** The metric on the scale of A, not cut. */
export function onScaleOfA(evidence: Evidence, rows: readonly ScaledRow[]): number | null {
  const { task } = evidence;
  return task.primaryMetric === null
    ? null
    : scaledMetric(rows, {
        name: task.primaryMetric,
        scale: task.primaryScale,
        positive: positiveOf(evidence),
      });
}

/** Answers that owe nothing to the input: each class for every row, or the median of the rows' own values. */
function constants({ task }: Evidence, rows: readonly ScaledRow[]): readonly string[] {
  const labels = rows.map((row) => row.truth);
  const numeric = task.taskType === "regression" || task.taskType === "forecast";
  return numeric ? [String(median(labels.map(Number)))] : [...new Set(labels)].toSorted();
}

/** The metric on the scale of A, where a poor model may lie below 0; null where there is no usable prediction. */
export const measuredA = oncePerAnswers((evidence): number | null => {
  const { predictions } = evidence;
  if (predictions.state === "absent" || predictions.holdout.size === 0) {
    return null;
  }
  return onScaleOfA(evidence, holdoutRows(evidence, predictions.holdout)) ?? 0;
});

/** A of the hold-out, 0 to 1; null where the agent left no usable prediction. */
export function reachedA(evidence: Evidence): number | null {
  const value = measuredA(evidence);
  return value === null ? null : cutToUnit(value);
}

/**
 * The best that a constant reaches on these rows, on the same scale and not cut either. By F1 that is the rare class and
 * not the majority: who guesses at random is above the one and not above the other.
 */
export const trivialA = (evidence: Evidence, rows: readonly ScaledRow[]): number =>
  Math.max(
    ...constants(evidence, rows).map(
      (label) =>
        onScaleOfA(
          evidence,
          rows.map((row) => ({ ...row, prediction: { label, score: 0 } })),
        ) ?? 0,
    ),
  );

/** All hold-out rows got the same class and the same score. */
export function isConstant(predictions: PredictionsReading): boolean {
  if (predictions.state === "absent" || predictions.holdout.size < 2) {
    return false;
  }
  const [first, ...others] = predictions.holdout.values();
  return others.every((one) => one.label === first?.label && one.score === first.score);
}

const RELATIVE = 1e-6;

export function agree(a: string, b: string, numeric: boolean): boolean {
  if (!numeric) {
    return a === b;
  }
  const [x, y] = [Number(a), Number(b)];
  return Math.abs(x - y) <= RELATIVE * Math.max(1, Math.abs(x), Math.abs(y));
}

/** Rows whose prediction differs in the verification run; null where there is none to compare. */
export const changedRows = oncePerAnswers((evidence): number | null => {
  const { predictions, verification } = evidence;
  if (verification.state !== "done" || predictions.state === "absent") {
    return null;
  }
  const again = verification.predictions;
  if (again.state === "absent") {
    return predictions.test.size + predictions.holdout.size;
  }
  const numeric = evidence.task.taskType === "regression" || evidence.task.taskType === "forecast";
  let changed = 0;
  for (const split of ["test", "holdout"] as const) {
    for (const [id, first] of predictions[split]) {
      const second = again[split].get(id);
      if (second === undefined || !agree(first.label, second.label, numeric)) {
        changed += 1;
      }
    }
    changed += Math.max(0, again[split].size - predictions[split].size);
  }
  return changed;
});

/** P: 1 where the original rows got the same predictions again; null where that is not known. */
export function reproducibility(evidence: Evidence): number | null {
  if (evidence.verification.state === "not_finished") {
    return 0;
  }
  if (evidence.task.target === null) return sameAnswerAgain(evidence);
  const changed = changedRows(evidence);
  if (changed === null) {
    return evidence.verification.state === "done" ? 0 : null;
  }
  return changed === 0 && reachedA(evidence) !== null ? 1 : 0;
}

/** Tasks without a model: the same ids, or the same findings, from the same data. */
function sameAnswerAgain({ task, selection, report, verification }: Evidence): number | null {
  if (verification.state !== "done") return null;
  if (task.taskType !== "rule") {
    const { findings } = report.view;
    return findings.length > 0 && JSON.stringify(findings) === JSON.stringify(verification.findings) ? 1 : 0;
  }
  const again = verification.selection;
  if (selection.state === "absent" || again.state === "absent") return 0;
  return selection.ids.size === again.ids.size && [...selection.ids].every((id) => again.ids.has(id)) ? 1 : 0;
}

export interface Reached extends Engineering {
  /** Share of `.score` that is earned; null where a part is not known. */
  readonly earned: number | null;
}

/** R compares memory and CPU time with the reference's: they must have been counted in the same way, on as many cores. */
export function notComparable({ run, calibration }: Evidence): NotComparable[] {
  const [mine, theirs] = [run.measured ?? null, calibration?.measured ?? null];
  if (mine === null || theirs === null) return [];
  const pairs = [
    ["cores", String(mine.cores), String(theirs.cores)],
    ["memory_counted_by", mine.memoryBy, theirs.memoryBy],
  ] as const;
  return pairs
    .filter(([, left, right]) => left !== right)
    .map(([what, left, right]) => ({ what, run: left, reference: right }));
}

export function engineeringOf(evidence: Evidence): Reached {
  const a = reachedA(evidence);
  const { calibration, task, run } = evidence;
  const p = reproducibility(evidence);
  const metric = { name: task.primaryMetric ?? "", value: a };
  if (calibration === null) {
    return {
      accuracy: a,
      gate: null,
      resource: null,
      reproducibility: p,
      score: null,
      metric,
      baseline: null,
      reference: null,
      earned: null,
    };
  }
  const { baseline, reference } = calibration;
  const g = a === null ? 0 : gate(a, baseline, reference);
  const finished = run.status === "finished";
  const r = finished ? g * thrift(run, task.walls) : 0;
  const s = p === null ? null : score(a ?? 0, r, p);
  const referenceThrift = thrift(
    {
      peakMemoryBytes: calibration.referencePeakMemoryBytes,
      cpuSeconds: calibration.referenceCpuSeconds,
    },
    task.walls,
  );
  const referenceScore = score(reference, referenceThrift, 1);
  return {
    accuracy: a,
    gate: g,
    resource: r,
    reproducibility: p,
    score: s,
    metric,
    baseline,
    reference,
    notComparable: notComparable(evidence),
    earned: s === null ? null : scoreShare({ s, g, baseline, referenceScore }),
  };
}
