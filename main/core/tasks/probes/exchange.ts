/** Columns of the hold-out whose values are exchanged among rows, and the exchange itself. Pure. */
import { seededOrder } from "../seeded-order.ts";
import type { Truth } from "../truth.ts";
import { type HoldoutTable, type ProbeRow, type Row, withCell } from "./holdout-table.ts";

/** Columns that a model may rightly use, and whose change therefore tells something. */
export function usableColumns(
  { header }: HoldoutTable,
  columns: Truth["columns"],
  text: string | null,
): string[] {
  return header.filter((name) => {
    const role = columns[name]?.role;
    return name !== text && (role === "feature" || role === "group" || role === "date");
  });
}

/** Columns that no right model uses: what changes with them was learned from whom a row is about. */
export const unrelatedColumns = ({ header }: HoldoutTable, columns: Truth["columns"]): string[] =>
  header.filter((name) => columns[name]?.role === "identifier" || columns[name]?.role === "personal");

/**
 * Each of the rows gets the value of the next one in a random order: every value is a real one, and the rows together
 * keep their distribution. `places` are rows of the table.
 */
export function exchanged(
  { header, rows }: HoldoutTable,
  column: string,
  places: readonly number[],
): readonly ProbeRow[] {
  const place = header.indexOf(column);
  return places.map((base, i) => {
    const donor = places[(i + 1) % places.length] ?? base;
    return { base, row: withCell(rows[base] ?? [], place, rows[donor]?.[place] ?? "") };
  });
}

export const sample = (count: number, of: number, seed: string): number[] =>
  seededOrder(of, seed).slice(0, count);

/** A column whose values are all the same cannot be exchanged. */
export const isConstant = (rows: readonly Row[], place: number): boolean =>
  rows.every((row) => row[place] === rows[0]?.[place]);
