import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { previewFiles } from "../../../main/core/tasks/preview.ts";
import type { DataFile } from "../../../preload/contract/task.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "preview-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

type Table = Extract<DataFile, { kind: "table" }>;

async function tableOf(text: string): Promise<Table> {
  const [file] = await previewFiles(folderWith({ "data.csv": text }));
  if (file?.kind !== "table") throw new Error("no table");
  return file;
}

describe("the preview of a public folder", () => {
  it("leaves documents aside and names what is no table by its size", async () => {
    const folder = folderWith({
      "README.md": "brief",
      "limits.json": "{}",
      "b.pdf": "%PDF",
      "a.csv": "x\n1\n",
    });
    expect(await previewFiles(folder)).toMatchObject([
      { kind: "table", name: "a.csv", bytes: 4 },
      { kind: "other", name: "b.pdf", bytes: 4 },
    ]);
  });

  it("tells numbers, dates, texts, mixtures and nothing apart", async () => {
    const { columns } = await tableOf("n,d,t,m,e\n1e3,2024-01-31,a,1,\n-2,2024-02-01 10:00,b,x, \n");
    expect(columns.map(({ type }) => type)).toEqual(["number", "date", "text", "mixed", "empty"]);
  });

  it("orders numbers as numbers and everything else as text", async () => {
    const { columns } = await tableOf("n,t\n9,9a\n10,10a\n");
    expect(columns).toMatchObject([
      { minimum: "9", maximum: "10" },
      { minimum: "10a", maximum: "9a" },
    ]);
  });

  it("counts what is missing, what differs and what is frequent", async () => {
    const { columns } = await tableOf("a,b\nx,1\n,1\ny,1\nx,1\n");
    expect(columns[0]).toMatchObject({ missing: 1, distinct: 2, distinctIsWhole: true });
    expect(columns[0]?.mostFrequent).toEqual([
      { value: "x", count: 2 },
      { value: "y", count: 1 },
    ]);
  });

  it("takes cells that a row lacks for missing", async () => {
    const { columns, rows } = await tableOf("a,b\n1\n2,3\n");
    expect(columns[1]).toMatchObject({ missing: 1, distinct: 1 });
    expect(rows).toEqual([["1"], ["2", "3"]]);
  });

  it("shows the first 20 rows", async () => {
    const { rows, profiledRows } = await tableOf(`a\n${"1\n".repeat(21)}`);
    expect([rows.length, profiledRows]).toEqual([20, 21]);
  });

  it.each([
    [100_000, 100_000, true],
    [100_001, 100_000, false],
  ])("says whether %i rows were read whole", async (count, profiledRows, isWhole) => {
    const text = `a\n${Array.from({ length: count }, (_, at) => at).join("\n")}\n`;
    const table = await tableOf(text);
    expect(table).toMatchObject({ profiledRows, isWhole });
    expect(table.columns[0]).toMatchObject({ distinct: 10_000, distinctIsWhole: false, maximum: "99999" });
  });

  it("says how many columns of a very wide table are left out", async () => {
    const names = Array.from({ length: 203 }, (_, at) => `c${at}`).join(",");
    const { columns, columnsLeftOut } = await tableOf(`${names}\n`);
    expect([columns.length, columnsLeftOut]).toEqual([200, 3]);
  });

  it.each(["", "a,b\n"])("is of a table without rows: %j", async (text) => {
    expect(await tableOf(text)).toMatchObject({ profiledRows: 0, isWhole: true, rows: [] });
  });
});
