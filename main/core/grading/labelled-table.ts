/** What can be counted in the labelled rows as they are in the file. */
import type { RawTable } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import { fieldsOf } from "./findings.ts";

const EMPTY = new Set(["", "na", "nan", "null", "none", "n/a", "nat"]);
export const isEmpty = (cell: string): boolean => EMPTY.has(cell.trim().toLowerCase());

export function missingRate(table: RawTable, column: string): number | null {
  const cells = table.columns[column];
  return cells === undefined || table.rows === 0 ? null : cells.filter(isEmpty).length / table.rows;
}

/** Rows beyond the first of each key; null where a key column is not in the data. */
export function duplicateCount(table: RawTable, key: readonly string[]): number | null {
  const columns = key.map((name) => table.columns[name]);
  if (key.length === 0 || columns.some((cells) => cells === undefined)) {
    return null;
  }
  const seen = new Set(
    table.rowIds.map((_, row) => columns.map((cells) => cells?.[row] ?? "").join("\u0001")),
  );
  return table.rows - seen.size;
}

/** A column with more different values holds no categories. */
const CATEGORIES = 200;

/** Rows of the rarest category; null where the column has no categories. */
export function rarestCategory(table: RawTable, column: string): number | null {
  const counts = new Map<string, number>();
  for (const cell of table.columns[column] ?? []) {
    if (isEmpty(cell)) continue;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
    if (counts.size > CATEGORIES) return null;
  }
  return counts.size === 0 ? null : Math.min(...counts.values());
}

/** The first column of the data that the finding names. */
export function columnOf(table: RawTable, finding: ReportFinding): string | null {
  const names = new Map(Object.keys(table.columns).map((name) => [name.toLowerCase(), name]));
  for (const field of fieldsOf(finding)) {
    const name = names.get(field);
    if (name !== undefined) {
      return name;
    }
  }
  return null;
}
