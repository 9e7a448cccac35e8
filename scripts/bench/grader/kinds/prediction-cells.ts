/** Faults of single cells of predictions.csv, of its header and of its rows. */
import { type FileKind, wholeStage } from "../mutant.ts";
import { isQuantity, MODEL_HIDDEN, predictions, type Table, TOLD } from "./prediction-kind.ts";

const GATE = ["evaluation.fixed_test_split", ...wholeStage("evaluation")];
const SCORE = "model_training.score";

/** Every third row of the split with other text in these columns. */
function blotted(
  table: Table,
  column: (name: string) => number,
  split: string,
  names: readonly string[],
  text: string,
): Table {
  const blots = new Set(names.map(column));
  let seen = 0;
  const rows = table.rows.map((row) =>
    row[column("split")] === split && (seen += 1) % 3 === 0
      ? row.map((cell, at) => (blots.has(at) ? text : cell))
      : row,
  );
  return { ...table, rows };
}

/** A number between 0 and 1 that looks drawn at random and is made of another one. */
function scattered(id: number): number {
  let value = Math.imul(id ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35) >>> 0;
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

export const predictionCellKinds: readonly FileKind[] = [
  predictions("holdout_third_empty", "a third of the hold-out has empty answers", (table, column) => ({
    table: blotted(table, column, "holdout", ["prediction", "score"], ""),
    must: [SCORE],
    may: MODEL_HIDDEN,
    diagnoses: TOLD,
  })),
  predictions("test_third_empty", "a third of the test rows has empty answers", (table, column) => ({
    table: blotted(table, column, "test", ["prediction", "score"], ""),
    must: ["evaluation.statistical"],
    may: [...MODEL_HIDDEN, "evaluation.fairness"],
    diagnoses: [...TOLD, "claimed_metric_differs"],
  })),
  predictions("holdout_third_infinite", "a third of the hold-out is infinite", (table, column, base) =>
    isQuantity(base) || column("score") >= 0
      ? {
          table: blotted(table, column, "holdout", [isQuantity(base) ? "prediction" : "score"], "inf"),
          // Rows without a score rank by their labels, which may be the better guess.
          must: isQuantity(base) ? [SCORE] : [],
          may: MODEL_HIDDEN,
          diagnoses: TOLD,
        }
      : null,
  ),
  predictions("holdout_third_text", "a third of the hold-out is text", (table, column, base) =>
    isQuantity(base)
      ? {
          table: blotted(table, column, "holdout", ["prediction"], "about right"),
          must: [SCORE],
          may: MODEL_HIDDEN,
          diagnoses: TOLD,
        }
      : null,
  ),
  predictions("row_twice", "a row of the hold-out stands there twice", (table, column) => {
    const first = table.rows.find((row) => row[column("split")] === "holdout");
    return first === undefined
      ? null
      : { table: { ...table, rows: [...table.rows, first] }, must: [], diagnoses: TOLD };
  }),
  predictions("header_otherwise", "the first line calls row_id otherwise", (table, column) => ({
    table: { ...table, header: table.header.with(column("row_id"), "id") },
    must: [...GATE, SCORE, "reporting.reproducible"],
    may: MODEL_HIDDEN,
    diagnoses: [...TOLD, "no_working_model"],
  })),
  predictions("scores_of_row_id", "answers of the hold-out are made of row_id", (table, column, base) => {
    const labels = base.task.target?.labels ?? [];
    if (isQuantity(base) || labels.length !== 2 || column("score") < 0) return null;
    const rows = table.rows.map((row) => {
      if (row[column("split")] !== "holdout") return row;
      const score = scattered(Number(row[column("row_id")]));
      const label = String(labels[score > 0.5 ? 1 : 0] ?? "");
      return row.with(column("prediction"), label).with(column("score"), score.toFixed(6));
    });
    return {
      table: { ...table, rows },
      must: [SCORE],
      may: MODEL_HIDDEN,
      diagnoses: ["no_working_model"],
    };
  }),
];
