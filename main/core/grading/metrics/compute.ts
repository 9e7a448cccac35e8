/** A metric by its name in the report, on rows that have a label. Null where it cannot be computed. */
import type { Prediction } from "../../evidence/read-predictions.ts";
import { accuracy, f1, macro, precision, recall } from "./classes.ts";
import { mae, mape, r2, rmse } from "./quantities.ts";
import { averagePrecision, logLoss, rocAuc } from "./ranking.ts";

export interface ScoredRow {
  readonly truth: string;
  /** Null where the agent left none. */
  readonly prediction: Prediction | null;
}

export function rowsOf(
  labels: ReadonlyMap<number, string>,
  predictions: ReadonlyMap<number, Prediction>,
): readonly ScoredRow[] {
  return [...labels].map(([id, truth]) => ({ truth, prediction: predictions.get(id) ?? null }));
}

function scoresOf(rows: readonly ScoredRow[]): readonly number[] | null {
  const scores = rows.map((row) => row.prediction?.score ?? null);
  return scores.every((score) => score !== null) ? scores : null;
}

function numbersOf(rows: readonly ScoredRow[]): readonly number[] | null {
  const numbers = rows.map((row) => (row.prediction === null ? Number.NaN : Number(row.prediction.label)));
  return numbers.every((value) => Number.isFinite(value)) ? numbers : null;
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
    const scores = scoresOf(rows);
    return positive === null || scores === null ? null : RANKED[name](truth, scores, positive);
  }
  if (has(ERRORS, name)) {
    const numbers = numbersOf(rows);
    return numbers === null ? null : ERRORS[name](truth.map(Number), numbers);
  }
  return null;
}

export const isQuantityMetric = (name: string): boolean => has(ERRORS, name);
