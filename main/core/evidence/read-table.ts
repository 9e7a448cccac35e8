/** The labelled table and the hidden labels of a variant: our own files, still bounded in size. */
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { RawTable } from "./evidence.ts";
import { normaliseLabel } from "./read-predictions.ts";

const Rows = z.array(z.array(z.string()));
const rowsOf = (text: string): readonly (readonly string[])[] =>
  Rows.parse(parse(text, { relax_column_count: true, bom: true }));

export function readTable(text: string): RawTable {
  const [header = [], ...rows] = rowsOf(text);
  const id = header.indexOf("row_id");
  return {
    rows: rows.length,
    rowIds: rows.map((row) => Number(row[id])),
    columns: Object.fromEntries(header.map((name, at) => [name, rows.map((row) => row[at] ?? "")])),
  };
}

export interface Labels {
  readonly test: ReadonlyMap<number, string>;
  readonly holdout: ReadonlyMap<number, string>;
}

/** `row_id,split,label`; rows of the training side are left out. */
export function readLabels(text: string, numeric: boolean): Labels {
  // A generator's own file: no quotes, and up to millions of lines.
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const names = header.split(",");
  const at = { id: names.indexOf("row_id"), split: names.indexOf("split"), label: names.indexOf("label") };
  const test = new Map<number, string>();
  const holdout = new Map<number, string>();
  for (const line of lines) {
    const row = line.split(",");
    const split = row[at.split];
    if (split === "test" || split === "holdout") {
      const raw = row[at.label] ?? "";
      const label = numeric ? raw : normaliseLabel(raw);
      (split === "test" ? test : holdout).set(Number(row[at.id]), label);
    }
  }
  return { test, holdout };
}
