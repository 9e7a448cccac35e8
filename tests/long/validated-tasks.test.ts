/**
 * `tasks validate` on variants 0 to 9 of every task: generator, digest, documents, and every planted fault found where
 * the truth says and none elsewhere, by the independent check. The real-data tasks are other splits of the same rows.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTask } from "../../main/core/tasks/catalogue.ts";
import { validateTask } from "../../main/core/tasks/validation/validate-task.ts";
import { Machine } from "../../main/host/machine.ts";
import { sandboxBox } from "../../main/host/sandbox-box.ts";
import { generatorIn } from "../../main/host/task-source.ts";
import { linkPython } from "../contract/seed-home.ts";

const tasks = join(import.meta.dirname, "..", "..", "tasks");
const all = readdirSync(tasks, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(tasks, entry.name)).includes("task.yaml"))
  .map((entry) => entry.name);
const variants = Array.from({ length: 10 }, (_, variant) => variant);
const milliseconds = 7_200_000;

let home: string;
let machine: Machine;
beforeAll(() => {
  const ready = process.env["MLEWB_TEST_HOME"];
  if (ready === undefined) throw new Error("MLEWB_TEST_HOME must name a data folder with a managed Python.");
  home = mkdtempSync(join(tmpdir(), "mlewb-validated-"));
  linkPython(home, ready);
  machine = new Machine(home);
});
afterAll(async () => {
  await machine.close();
  rmSync(home, { recursive: true, force: true });
});

describe.each(all)("%s", (id) => {
  test(
    "is found without a fault on variants 0 to 9",
    async () => {
      const box = sandboxBox(machine);
      const { signal } = new AbortController();
      const found = await validateTask(id, { home, box, generate: generatorIn(box), variants, signal });
      expect(found.findings).toEqual([]);
      expect(found.looked).toContain("data");
      expect(found.ok).toBe(true);
    },
    milliseconds,
  );
});

test("the cards of the real-data tasks say that a variant is another split of the same rows", async () => {
  const real: string[] = [];
  for (const id of all) if ((await findTask(id, home)).realData) real.push(id);
  expect(real.toSorted()).toEqual(["diabetes_progression", "tumor_diagnosis"]);
  for (const id of real) {
    expect(readFileSync(join(tasks, id, "card.en.md"), "utf8")).toMatch(/split/);
    expect(readFileSync(join(tasks, id, "card.zh.md"), "utf8")).toMatch(/划分|拆分/);
  }
});
