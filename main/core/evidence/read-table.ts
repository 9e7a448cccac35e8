/** The labelled table and the hidden labels of a variant: our own files, still bounded in size. */
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { z } from "zod";
import type { RawTable } from "./evidence.ts";
import { normaliseLabel } from "./read-predictions.ts";

const Row = z.array(z.string());
/** Without quotes a record is a line, which is read many times faster: a table may have millions. */
const quoteByte = 0x22;
/** Equal cells of a column share one text, up to so many different ones. */
const sharedTexts = 100_000;

/** A column while it is read: each text that comes again is held once. */
class Column {
  readonly cells: string[] = [];
  readonly #known = new Map<string, string>();

  add(cell: string): void {
    const known = this.#known.get(cell);
    if (known === undefined && this.#known.size < sharedTexts) this.#known.set(cell, cell);
    this.cells.push(known ?? cell);
  }
}

/** Reads in pieces, so that a large table neither has to fit into one text nor keeps the process from other work. */
export async function readTable(path: string): Promise<RawTable> {
  let names: readonly string[] | null = null;
  let columns: readonly Column[] = [];
  for await (const rows of (await holdsQuotes(path)) ? quotedRows(path) : plainRows(path)) {
    for (const row of rows) {
      if (names === null) {
        names = row;
        columns = row.map(() => new Column());
        continue;
      }
      for (const [at, column] of columns.entries()) column.add(row[at] ?? "");
    }
  }
  const ids = columns[(names ?? []).indexOf("row_id")]?.cells;
  const rows = columns[0]?.cells.length ?? 0;
  return {
    rows,
    rowIds: Array.from({ length: rows }, (_, row) => Number(ids?.[row])),
    columns: Object.fromEntries((names ?? []).map((name, at) => [name, columns[at]?.cells ?? []])),
  };
}

async function holdsQuotes(path: string): Promise<boolean> {
  const input = createReadStream(path);
  for await (const piece of input) {
    if (Buffer.isBuffer(piece) && piece.includes(quoteByte)) return true;
  }
  return false;
}

async function* quotedRows(path: string): AsyncGenerator<readonly (readonly string[])[]> {
  const records = createReadStream(path).pipe(parse({ relax_column_count: true, bom: true }));
  for await (const record of records) yield [Row.parse(record)];
}

async function* plainRows(path: string): AsyncGenerator<readonly (readonly string[])[]> {
  let rest = "";
  let isFirst = true;
  for await (const piece of createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const text = rest + String(piece);
    const lines = (isFirst ? text.replace(/^\uFEFF/, "") : text).split("\n");
    isFirst = false;
    rest = lines.pop() ?? "";
    yield lines.flatMap(cellsOf);
  }
  yield [rest].flatMap(cellsOf);
}

/** None for an empty line. */
function cellsOf(line: string): readonly (readonly string[])[] {
  const whole = line.endsWith("\r") ? line.slice(0, -1) : line;
  return whole === "" ? [] : [whole.split(",")];
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
