/** One row of a table with those before and after it, found by its row_id. Reads no further than it must. */
import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { parse } from "csv-parse";
import { z } from "zod";
import type { ResultOf } from "../../../preload/contract/index.ts";
import type { DataCell } from "../../../preload/contract/run.ts";

type Rows = ResultOf<"runs.rows">;
type Row = Extract<Rows, { state: "read" }>["rows"][number];

const around = 4;
const mostColumns = 60;
const cellCharacters = 200;
/** A quote that is never closed must not make one record of a whole file. */
const recordCharacters = 1_000_000;
const Cells = z.array(z.string());

export async function readRowsAround(path: string, wanted: Omit<DataCell, "file">): Promise<Rows> {
  // An agent may have left a link in place of its file.
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true) return { state: "no_file" };
  const input = createReadStream(path);
  const records = input.pipe(
    parse({ relax_column_count: true, relax_quotes: true, bom: true, max_record_size: recordCharacters }),
  );
  // pipe() hands no errors on: a file that vanishes meanwhile must end the loop below.
  input.on("error", (error) => records.destroy(error));
  try {
    return await search(records, wanted);
  } catch {
    return { state: "unreadable" };
  } finally {
    input.destroy();
    records.destroy();
  }
}

async function search(records: AsyncIterable<unknown>, wanted: Omit<DataCell, "file">): Promise<Rows> {
  let header: readonly string[] | null = null;
  let idAt = -1;
  let number = 0;
  let place: number | null = null;
  const rows: { readonly number: number; readonly cells: readonly string[] }[] = [];
  for await (const record of records) {
    const cells = Cells.parse(record);
    if (header === null) {
      header = cells.map((name) => name.trim());
      idAt = header.indexOf("row_id");
      continue;
    }
    number += 1;
    rows.push({ number, cells });
    const id = cells[idAt]?.trim() ?? "";
    if (place === null && id !== "" && Number(id) === wanted.row_id) place = rows.length - 1;
    else if (place === null && rows.length > around) rows.shift();
    if (place !== null && rows.length - place > around) break;
  }
  return header === null || place === null
    ? { state: "no_row" }
    : { state: "read", ...shown(header, rows, wanted.column), row: place };
}

/** Of a very wide table the columns about the wanted one, and the row_id. */
function shown(
  header: readonly string[],
  rows: readonly { readonly number: number; readonly cells: readonly string[] }[],
  wanted: string,
) {
  const at = header.indexOf(wanted);
  const first = Math.max(0, Math.min(at - mostColumns / 2, header.length - mostColumns));
  const idAt = header.indexOf("row_id");
  const near = Array.from({ length: Math.min(mostColumns, header.length) }, (_, step) => first + step);
  const kept = idAt === -1 || near.includes(idAt) ? near : [idAt, ...near];
  const cut = (text: string | undefined): string => (text ?? "").slice(0, cellCharacters);
  return {
    columns: kept.map((column) => cut(header[column])),
    columnsLeftOut: header.length - kept.length,
    rows: rows.map(
      (row): Row => ({ number: row.number, cells: kept.map((column) => cut(row.cells[column])) }),
    ),
    column: at === -1 ? null : kept.indexOf(at),
  };
}
