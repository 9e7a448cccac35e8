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
  const value = compute(metric.name, rows, metric.positive);
  if (value === null || metric.scale === "metric") return value;
  const plain = compute(metric.name, rowsOfConstant(rows, metric.scale), null);
  return plain === null || plain === 0 ? null : 1 - value / plain;
}

export const cutToUnit = (value: number): number => Math.min(1, Math.max(0, value));

function rowsOfConstant(
  rows: readonly ScaledRow[],
  scale: Exclude<ScaledMetric["scale"], "metric">,
): readonly ScoredRow[] {
  const middle = scale === "median" ? median(rows.map((row) => Number(row.truth))) : null;
  return rows.map((row) => {
    const said = middle ?? row.lastWeek;
    return {
      truth: row.truth,
      prediction: said === null ? null : { label: String(said), score: null },
    };
  });
}
