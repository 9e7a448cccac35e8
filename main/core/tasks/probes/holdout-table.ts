/** The hold-out as cells, and rows as lines of text again. */
import { parse } from "csv-parse/sync";
import { z } from "zod";

export type Row = readonly string[];

export interface HoldoutTable {
  readonly header: Row;
  readonly rows: readonly Row[];
}

const Records = z.array(z.array(z.string()));

export function parseTable(text: string): HoldoutTable {
  const [header = [], ...rows] = Records.parse(parse(text, { relax_column_count: true }));
  return { header, rows };
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const lineOf = (row: Row): string => `${row.map(quoted).join(",")}\n`;

export const withCell = (row: Row, place: number, value: string): string[] =>
  row.map((cell, i) => (i === place ? value : cell));

/** A probe row: which row it was made from, by its place in the table, and its cells. */
export interface ProbeRow {
  readonly base: number;
  readonly row: Row;
}
