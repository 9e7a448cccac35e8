/** The labelled table as the grader holds it: plain files line by line, others record by record. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "../../../main/core/evidence/read-table.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mlewb-table-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(text: string): string {
  const path = join(folder, "data.csv");
  writeFileSync(path, text);
  return path;
}

test("columns hold the texts as they stand in the file, and row ids are numbers", async () => {
  const table = await readTable(written("row_id,age,note\n7,1.0,\n9,,x\n"));
  expect(table).toEqual({
    rows: 2,
    rowIds: [7, 9],
    columns: { row_id: ["7", "9"], age: ["1.0", ""], note: ["", "x"] },
  });
});

test("a last line without an end, Windows line ends, a byte order mark and short rows are read", async () => {
  const table = await readTable(written("\uFEFFrow_id,a,b\r\n1,2\r\n3,4,5"));
  expect(table.columns).toEqual({ row_id: ["1", "3"], a: ["2", "4"], b: ["", "5"] });
});

test("quoted cells may hold commas, quotes and line ends", async () => {
  const table = await readTable(written('row_id,text\n1,"a, ""b""\nc"\n2,d\n'));
  expect(table.columns["text"]).toEqual(['a, "b"\nc', "d"]);
});

test("rows that lie across the pieces of a large file are whole", async () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => `${row + 1},${row % 7},größe ${row}`);
  const table = await readTable(written(`row_id,class,name\n${rows.join("\n")}\n`));
  expect(table.rows).toBe(200_000);
  expect(table.rowIds.every((id, row) => id === row + 1)).toBe(true);
  expect(table.columns["class"]?.every((cell, row) => cell === String(row % 7))).toBe(true);
  expect(table.columns["name"]?.every((cell, row) => cell === `größe ${row}`)).toBe(true);
});
