import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listCollected, readCollected } from "../../../main/core/evidence/collected-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "collected-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("a regular file under the bound is read", async () => {
  writeFileSync(join(folder, "report.json"), "{}");
  expect((await readCollected(join(folder, "report.json"), 2))?.toString()).toBe("{}");
});

test("nothing is read through a link, from a pipe, from a folder, or over the bound", async () => {
  writeFileSync(join(folder, "secret"), "labels");
  symlinkSync(join(folder, "secret"), join(folder, "report.json"));
  execFileSync("mkfifo", [join(folder, "predictions.csv")]);
  mkdirSync(join(folder, "folder"));
  for (const name of ["report.json", "predictions.csv", "folder", "missing"]) {
    expect(await readCollected(join(folder, name), 100), name).toBeNull();
  }
  expect(await readCollected(join(folder, "secret"), 3)).toBeNull();
});

test("files are listed by their ending, in a fixed order, at any depth", async () => {
  mkdirSync(join(folder, "figures"));
  for (const name of ["figures/b.png", "a.PNG", "figures/a.png", "note.txt"]) {
    writeFileSync(join(folder, name), "");
  }
  expect(await listCollected(folder, ".png")).toEqual(["a.PNG", "figures/a.png", "figures/b.png"]);
  expect(await listCollected(join(folder, "none"), ".png")).toEqual([]);
});
