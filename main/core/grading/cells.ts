/**
 * Where in the data the reader may look: the first cell that shows what was lost. Only files that the agent saw are
 * named (the public tables and its own predictions.csv), so that a cell tells nothing of hidden labels.
 */
import type { DataCell } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { PredictionFaultKind, PredictionsReading } from "../evidence/read-predictions.ts";
import type { Fault } from "../tasks/truth.ts";
import { isMissed } from "./findings.ts";
import { agree } from "./primary.ts";
import { isEmpty } from "./labelled-table.ts";

const predictionsFile = "predictions.csv";

/** Row ids that the fault lies in; null: every row of its column that is not empty. */
function rowsOf(fault: Fault): readonly number[] | null {
  switch (fault.kind) {
    case "gap":
      // Rows that are not there have no cell.
      return [];
    case "duplicate":
      // The first row of a key is none too many.
      return fault.groups.flatMap((group) => group.slice(1));
    case "after_the_fact":
      return null;
    default:
      return fault.rows;
  }
}

/** The first planted cell, of the labelled rows in the order of the file, else of the hold-out. */
export function plantedCell({ data, task, labels }: Evidence, fault: Fault): DataCell | null {
  const column = fault.fields[0];
  const rows = rowsOf(fault);
  if (column === undefined) return null;
  const isTable = task.data.labelled.endsWith(".csv");
  if (rows === null) {
    const first = data?.columns[column]?.findIndex((cell) => !isEmpty(cell)) ?? -1;
    const id = data?.rowIds[first];
    return id === undefined || !isTable ? null : { file: task.data.labelled, row_id: id, column };
  }
  const wanted = new Set(rows);
  const labelled =
    data === null ? rows.find((id) => !labels.holdout.has(id)) : data.rowIds.find((id) => wanted.has(id));
  if (labelled !== undefined) {
    return isTable ? { file: task.data.labelled, row_id: labelled, column } : null;
  }
  const [other] = rows;
  return other === undefined || task.data.holdout === null
    ? null
    : { file: task.data.holdout, row_id: other, column };
}

/** Of the first of these faults that no finding names and that has a cell. */
export function missedCell(evidence: Evidence, faults: readonly Fault[]): DataCell | null {
  for (const fault of faults) {
    const cell = isMissed(evidence, fault) ? plantedCell(evidence, fault) : null;
    if (cell !== null) return cell;
  }
  return null;
}

/** Columns of predictions.csv in which a fault of that kind lies; of a cell without a usable value its own. */
const columnsOf: Partial<Record<PredictionFaultKind, string>> = {
  extra_rows: "row_id",
  duplicate_rows: "row_id",
  wrong_split: "split",
};

/** Faults of a cell whose row stands in its place. */
export const UNUSABLE = ["empty_prediction", "text_for_number", "infinite"] as const;

/** The first row of predictions.csv with a fault of one of these kinds, or without a usable cell among the rows of that split. */
export function unusableCell(
  predictions: PredictionsReading,
  kinds: readonly PredictionFaultKind[],
  of: "test" | "holdout",
): DataCell | null {
  if (predictions.state === "absent") return null;
  for (const { kind, split, cell, example } of predictions.faults) {
    const isOthers = split !== null && split !== of;
    const column = isOthers || !kinds.includes(kind) ? undefined : (cell ?? columnsOf[kind]);
    const id = /^\d{1,15}/.exec(example)?.[0];
    if (column === undefined || id === undefined) continue;
    return { file: predictionsFile, row_id: Number(id), column };
  }
  return null;
}

/** The first prediction that another run of the same code gave otherwise. */
export function changedCell({ predictions, verification, task }: Evidence): DataCell | null {
  if (predictions.state === "absent" || verification.state !== "done") return null;
  const again = verification.predictions;
  if (again.state === "absent") return null;
  const numeric = task.taskType === "regression" || task.taskType === "forecast";
  for (const split of ["test", "holdout"] as const) {
    for (const [row_id, first] of predictions[split]) {
      const second = again[split].get(row_id);
      if (second === undefined || !agree(first.label, second.label, numeric)) {
        return { file: predictionsFile, row_id, column: "prediction" };
      }
    }
  }
  return null;
}
