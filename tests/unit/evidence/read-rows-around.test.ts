/** One row among its neighbours, from files of ours and from files that an agent left. */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRowsAround } from "../../../main/core/evidence/read-rows-around.ts";
import { temporaryFolder } from "../temporary-folder.ts";

function fileOf(text: string): string {
  const path = join(temporaryFolder("rows"), "data.csv");
  writeFileSync(path, text);
  return path;
}

const table = (rows: number): string =>
  `row_id,income\n${Array.from({ length: rows }, (_, at) => `${1000 + at},${at * 10}`).join("\n")}\n`;

test("a row in the middle comes with four before and four after it", async () => {
  const read = await readRowsAround(fileOf(table(5000)), { row_id: 3500, column: "income" });
  expect(read).toMatchObject({ state: "read", columns: ["row_id", "income"], row: 4, column: 1 });
  if (read.state !== "read") return;
  expect(read.rows.map((row) => row.number)).toEqual([2497, 2498, 2499, 2500, 2501, 2502, 2503, 2504, 2505]);
  expect(read.rows[read.row]?.cells).toEqual(["3500", "25000"]);
});

test.each([
  [1000, 0, 5],
  [1002, 2, 7],
  [1009, 4, 5],
])("row %d at the edge of the file comes with as many as there are", async (row_id, row, count) => {
  const read = await readRowsAround(fileOf(table(10)), { row_id, column: "income" });
  expect(read).toMatchObject({ state: "read", row });
  expect(read.state === "read" && read.rows.length).toBe(count);
});

test("a row id that is written as a float is found", async () => {
  const read = await readRowsAround(fileOf("row_id,prediction\n16.0,0\n17.0,1\n"), {
    row_id: 17,
    column: "prediction",
  });
  expect(read).toMatchObject({ state: "read", row: 1 });
});

test("a row that is not there, a column that is not there and a file that is not there are told apart", async () => {
  const path = fileOf(table(3));
  expect(await readRowsAround(path, { row_id: 9, column: "income" })).toEqual({ state: "no_row" });
  expect(await readRowsAround(path, { row_id: 1000, column: "age" })).toMatchObject({ column: null, row: 0 });
  expect(await readRowsAround(`${path}.gz`, { row_id: 1000, column: "income" })).toEqual({
    state: "no_file",
  });
});

test("a table without row ids, and an empty one, have no row", async () => {
  expect(await readRowsAround(fileOf("a,b\n,1\n"), { row_id: 0, column: "a" })).toEqual({ state: "no_row" });
  expect(await readRowsAround(fileOf(""), { row_id: 0, column: "a" })).toEqual({ state: "no_row" });
});

test("a link in place of the file is not followed", async () => {
  const folder = temporaryFolder("rows");
  const secret = fileOf("row_id,label\n1,secret\n");
  const path = join(folder, "predictions.csv");
  symlinkSync(secret, path);
  expect(await readRowsAround(path, { row_id: 1, column: "label" })).toEqual({ state: "no_file" });
});

test("a quote that is never closed makes the file unreadable, not the memory full", async () => {
  const path = fileOf(`row_id,prediction\n1,"${"x,".repeat(2_000_000)}\n2,0\n`);
  expect(await readRowsAround(path, { row_id: 2, column: "prediction" })).toEqual({ state: "unreadable" });
});

test("of a wide table the columns about the wanted one are shown, and the row id; long cells are cut", async () => {
  const names = ["row_id", ...Array.from({ length: 300 }, (_, at) => `f${at}`)];
  const cells = [
    "5",
    ...Array.from({ length: 300 }, (_, at) => (at === 150 ? "y".repeat(5000) : String(at))),
  ];
  const read = await readRowsAround(fileOf(`${names.join(",")}\n${cells.join(",")}\n`), {
    row_id: 5,
    column: "f150",
  });
  if (read.state !== "read") throw new Error(read.state);
  expect(read.columns).toHaveLength(61);
  expect(read.columns[0]).toBe("row_id");
  expect(read.columnsLeftOut).toBe(240);
  expect(read.columns[read.column ?? -1]).toBe("f150");
  expect(read.rows[0]?.cells[read.column ?? -1]).toBe("y".repeat(200));
});
