/** A metric on the scale of A, where 1 is best: itself, or 1 - error / error of the median or of last week repeated. */
import type { Manifest } from "../../tasks/manifest.ts";
import { compute, type ScoredRow } from "./compute.ts";
import { median } from "./quantities.ts";

/** A row with what repeating the last known week says for it; null where the task has no such thing. */
export interface ScaledRow extends ScoredRow {
  readonly lastWeek: number | null;
}

export interface ScaledMetric {
  readonly name: string;
  readonly scale: Manifest["primaryScale"];
  readonly positive: string | null;
}

/** Not cut to 0 and 1: a poor model may lie below 0. Null where it cannot be computed. */
export function scaledMetric(rows: readonly ScaledRow[], metric: ScaledMetric): number | null {
  if (metric.scale === "metric") return compute(metric.name, rows, metric.positive);
  const plain = plainAnswers(rows, metric.scale);
  if (plain === null) return null;
  const withPlain = rows.map((row, at) => ({ ...row, plain: plain[at] ?? 0 }));
  const value = compute(metric.name, withPlain, metric.positive);
  const error = compute(
    metric.name,
    withPlain.map((row) => ({ truth: row.truth, prediction: { label: String(row.plain), score: null } })),
    null,
  );
  return value === null || error === null || error === 0 ? null : 1 - value / error;
}

export const cutToUnit = (value: number): number => Math.min(1, Math.max(0, value));

/** The median of the true values, or what last week says; null where the task has no such week at all. */
function plainAnswers(
  rows: readonly ScaledRow[],
  scale: Exclude<ScaledMetric["scale"], "metric">,
): readonly number[] | null {
  const middle = median(rows.map((row) => Number(row.truth)));
  if (scale === "median") return rows.map(() => middle);
  return rows.every((row) => row.lastWeek === null) ? null : rows.map((row) => row.lastWeek ?? middle);
}
