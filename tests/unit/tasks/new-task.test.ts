/** `tasks new`: a whole folder at once, or nothing. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import type { RunGenerator } from "../../../main/core/tasks/generator-run.ts";
import { makeTask } from "../../../main/core/tasks/new-task.ts";
import { ownPlace } from "../../../main/core/tasks/task-files.ts";
import { folderFindings } from "../../../main/core/tasks/validation/folder-findings.ts";
import { readManifestFindings } from "../../../main/core/tasks/validation/manifest-findings.ts";
import { managedPython } from "./managed-python.ts";
import { openGenerator } from "./open-generator.ts";
import { temporaryFolder } from "./toy-tasks.ts";

let python: string;
beforeAll(async () => {
  python = await managedPython();
});

const options = (
  home: string,
  into: string | null = null,
  generate: RunGenerator = openGenerator(python),
) => ({
  home,
  into,
  generate,
  signal: new AbortController().signal,
});

test("makes a task in which nothing is missing and whose digest is its own", {
  timeout: 120_000,
}, async () => {
  const home = temporaryFolder();
  const made = await makeTask("late_orders", options(home));
  expect(made.folder).toBe(join(ownPlace(home).folder, "late_orders"));
  expect((await readManifestFindings(made.folder, "late_orders")).findings).toEqual([]);
  expect(await folderFindings(made.folder, "late_orders", [ownPlace(home)])).toEqual([]);
  const task = await loadTask("late_orders", ownPlace(home));
  expect(task.solutions).toContain("reference");
  expect(readFileSync(join(made.folder, "task.yaml"), "utf8")).toContain("en: Late orders");
  const texts = made.files.map((name) => readFileSync(join(made.folder, name), "utf8")).join("\n");
  expect(texts).not.toMatch(/TASK_ID_HERE|TASK_TITLE_HERE|DIGEST_HERE/);
  expect(made.files).not.toContain("faults.json");
});

test("each faulty solution differs from the reference", { timeout: 120_000 }, async () => {
  const into = temporaryFolder();
  const { folder } = await makeTask("late_orders", options(temporaryFolder(), into));
  const root = join(folder, "solutions");
  const programs = readdirSync(root).map((name) => readFileSync(join(root, name, "solution.py"), "utf8"));
  expect(programs.length).toBeGreaterThanOrEqual(4);
  expect(new Set(programs).size).toBe(programs.length);
});

test.each(["Late", "late-orders", "9lives", "", "../x"])("%j is no name for a task", async (name) => {
  await expect(makeTask(name, options(temporaryFolder()))).rejects.toMatchObject({ code: "usage" });
});

test("an id that the product has is refused", async () => {
  const into = temporaryFolder();
  await expect(makeTask("credit_risk", options(temporaryFolder(), into))).rejects.toMatchObject({
    code: "conflict",
  });
  expect(readdirSync(into)).toEqual([]);
});

test("a folder that is there is not touched", async () => {
  const into = temporaryFolder();
  mkdirSync(join(into, "late_orders"));
  writeFileSync(join(into, "late_orders", "mine.txt"), "mine");
  await expect(makeTask("late_orders", options(temporaryFolder(), into))).rejects.toMatchObject({
    code: "conflict",
  });
  expect(readdirSync(join(into, "late_orders"))).toEqual(["mine.txt"]);
});

test("nothing is left of a task whose generator could not run", async () => {
  const into = temporaryFolder();
  const broken: RunGenerator = () => Promise.reject(new Error("no box"));
  await expect(makeTask("late_orders", options(temporaryFolder(), into, broken))).rejects.toThrow("no box");
  expect(existsSync(join(into, "late_orders"))).toBe(false);
  expect(readdirSync(into)).toEqual([]);
});
