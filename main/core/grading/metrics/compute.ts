/** A metric by its name in the report, on rows that have a label. Null where it cannot be computed. */
import type { Prediction } from "../../evidence/read-predictions.ts";
import { accuracy, f1, macro, precision, recall } from "./classes.ts";
import { mae, mape, median, r2, rmse } from "./quantities.ts";
import { averagePrecision, logLoss, rocAuc } from "./ranking.ts";

export interface ScoredRow {
  readonly truth: string;
  /** Null where the agent left none that can be used. */
  readonly prediction: Prediction | null;
  /** What a plain model says of a quantity, for a row without an answer; absent: the median of all true values. */
  readonly plain?: number;
}

export function rowsOf(
  labels: ReadonlyMap<number, string>,
  predictions: ReadonlyMap<number, Prediction>,
): readonly ScoredRow[] {
  return [...labels].map(([id, truth]) => ({ truth, prediction: predictions.get(id) ?? null }));
}

/**
 * A row that has no score ranks by its label: with the highest scores or with the lowest. One without an answer ranks
 * lowest, as one that nobody called positive; so it costs what a plain model would lose there, and not the others.
 */
export function scoresOf(rows: readonly ScoredRow[], positive: string): readonly number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const score of givenScores(rows)) {
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  const ends = high < low ? { low: 0, high: 1 } : { low, high };
  return rows.map(({ prediction }) =>
    prediction === null
      ? ends.low
      : (prediction.score ?? (prediction.label === positive ? ends.high : ends.low)),
  );
}

function* givenScores(rows: readonly ScoredRow[]): Generator<number> {
  for (const { prediction } of rows) {
    if (prediction !== null && prediction.score !== null) yield prediction.score;
  }
}

/** A quantity that cannot be read is answered as a plain model would. */
function numbersOf(rows: readonly ScoredRow[], truth: readonly number[]): readonly number[] {
  const said = rows.map(({ prediction }) => (prediction === null ? Number.NaN : Number(prediction.label)));
  if (said.every(Number.isFinite)) return said;
  const middle = median(truth);
  return said.map((value, at) => (Number.isFinite(value) ? value : (rows[at]?.plain ?? middle)));
}

const MACRO = { macro_precision: precision, macro_recall: recall, macro_f1: f1 } as const;
const PLAIN = { precision, recall, f1 } as const;
const RANKED = { roc_auc: rocAuc, average_precision: averagePrecision, log_loss: logLoss } as const;
const ERRORS = { mae, rmse, mape, r2 } as const;

const has = <Table extends object>(table: Table, name: PropertyKey): name is keyof Table =>
  Object.hasOwn(table, name);

export function compute(name: string, rows: readonly ScoredRow[], positive: string | null): number | null {
  if (rows.length === 0) {
    return null;
  }
  const truth = rows.map((row) => row.truth);
  const predicted = rows.map((row) => row.prediction?.label ?? null);
  if (name === "accuracy") {
    return accuracy(truth, predicted);
  }
  if (has(MACRO, name)) {
    return macro(MACRO[name], truth, predicted);
  }
  if (has(PLAIN, name)) {
    return positive === null ? null : PLAIN[name](truth, predicted, positive);
  }
  if (has(RANKED, name)) {
    // Labels say nothing of how sure they are.
    const unknown = name === "log_loss" && givenScores(rows).next().done === true;
    return positive === null || unknown ? null : RANKED[name](truth, scoresOf(rows, positive), positive);
  }
  if (has(ERRORS, name)) {
    const real = truth.map(Number);
    return ERRORS[name](real, numbersOf(rows, real));
  }
  return null;
}

export const isQuantityMetric = (name: string): boolean => has(ERRORS, name);
