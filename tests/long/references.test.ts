/**
 * Every task's reference on variants 0 to 4, through the whole product: inside the walls, every file of the contract, at
 * least 95 percent, graded on every check, no diagnosis. A task's other variants are measured by it on first use.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTask } from "../../main/core/tasks/catalogue.ts";
import type { Task } from "../../main/core/tasks/task.ts";
import { type OpenWorkbench, openWorkbench } from "../../main/host/open-workbench.ts";
import { Run } from "../../preload/contract/index.ts";
import { linkPython } from "../contract/seed-home.ts";

const tasks = join(import.meta.dirname, "..", "..", "tasks");
const withReference = readdirSync(tasks, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "template")
  .map((entry) => entry.name)
  .filter((name) => readdirSync(join(tasks, name)).includes("task.yaml"));
const variants = [0, 1, 2, 3, 4];
const runMilliseconds = 1_800_000;

let home: string;
let workbench: OpenWorkbench;

beforeAll(async () => {
  const ready = process.env["MLEWB_TEST_HOME"];
  if (ready === undefined) throw new Error("MLEWB_TEST_HOME must name a data folder with a managed Python.");
  home = mkdtempSync(join(tmpdir(), "mlewb-references-"));
  linkPython(home, ready);
  workbench = openWorkbench({ home });
  await workbench.ready;
});
afterAll(async () => {
  await workbench.close();
  rmSync(home, { recursive: true, force: true });
});

/** What agent-contract asks a solution of the task to leave, figures aside. */
function filesOf({ taskType, stages }: Task): readonly string[] {
  const answers =
    taskType === "rule" ? ["selection.csv"] : stages.includes("model_training") ? ["predictions.csv"] : [];
  return ["report.json", "requirements.txt", "lineage.mmd", ...answers];
}

describe.each(withReference)("%s", (id) => {
  test.each(variants)(
    "the reference leaves a whole report of variant %i and earns at least 95 percent",
    async (variant) => {
      const task = await findTask(id, home);
      const started = await workbench.call("runs.start", { task: id, agent: "solution:reference", variant });
      const run = Run.parse(
        await workbench.call("runs.wait", { id: started.id, seconds: runMilliseconds / 1000 }),
      );
      expect([run.status, run.reason]).toEqual(["finished", null]);
      const left = run.artifacts.map(({ path }) => path);
      expect(filesOf(task).filter((name) => !left.includes(name))).toEqual([]);
      if (task.stages.includes("evaluation"))
        expect(left.some((path) => /^figures\/.+\.png$/.test(path))).toBe(true);
      expect(run.complete).toBe(true);
      expect(run.percent).toBeGreaterThanOrEqual(95);
      expect(run.diagnoses).toEqual([]);
    },
    runMilliseconds,
  );
});
