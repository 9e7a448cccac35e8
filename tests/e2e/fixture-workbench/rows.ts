/** Made-up rows about a cell: of a table that is there, and of one that is not. */
import type { ResultOf } from "../../../preload/contract/methods.ts";
import type { DataCell } from "../../../preload/contract/run.ts";

const columns = (
  "row_id applicant_id age gender region job_type employment_length income loan_amount loan_purpose " +
  "credit_score existing_loans application_date default"
).split(" ");

const rowOf = (id: number, isWanted: boolean): string[] => [
  String(id),
  String(2_000_000 + (id % 9973) * 37),
  String(20 + (id % 41)),
  id % 2 === 0 ? "F" : "M",
  ["North", "South", "East", "West"][id % 4] ?? "",
  id % 3 === 0 ? "Self-employed" : "Employed",
  id % 5 === 0 ? "" : String(id % 30),
  String(30_000 + (id % 700) * 91),
  isWanted ? "999999" : String(9_000 + (id % 311) * 130),
  "home",
  String(540 + (id % 260)),
  String(id % 4),
  "2023-05-24",
  String(Number(id % 8 === 0)),
];

export function fixtureRows(cell: DataCell): ResultOf<"runs.rows"> {
  if (cell.file === "predictions.csv")
    return {
      state: "read",
      columns: ["row_id", "split", "prediction", "score"],
      columnsLeftOut: 0,
      rows: Array.from({ length: 9 }, (_, at) => ({
        number: 6001 + at,
        cells: [String(cell.row_id + (at - 4) * 7), "holdout", String(at % 2), `0.${at + 1}1`],
      })),
      row: 4,
      column: 2,
    };
  if (cell.file !== "data.csv") return { state: "no_data" };
  return {
    state: "read",
    columns,
    columnsLeftOut: 0,
    rows: Array.from({ length: 9 }, (_, at) => ({
      number: 3117 + at,
      cells: rowOf(cell.row_id + (at - 4) * 131, at === 4),
    })),
    row: 4,
    column: columns.indexOf(cell.column),
  };
}
