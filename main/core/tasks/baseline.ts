/** The baseline of a task as a solution folder, so that it runs in the sandbox like any solution. */
import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { readTruth } from "./private-files.ts";
import type { Task } from "./task.ts";
import type { VariantFolders } from "./variant.ts";

/**
 * Makes `folder` (must not exist) with the program and `features.json`, which says what it may use.
 * @throws WorkbenchError task_invalid where the task names `own` and brings no `baseline.py`
 */
export async function makeBaseline(task: Task, data: VariantFolders, folder: string): Promise<string> {
  const truth = await readTruth(data.private);
  const columns = Object.entries(truth.columns);
  const features = columns
    .filter(([, column]) => column.role === "feature" || column.role === "group")
    .map(([name]) => name);
  const program =
    task.baseline === "own"
      ? join(task.folder, "baseline.py")
      : join(task.shared, "baselines", `${task.baseline}.py`);
  if (!existsSync(program)) {
    throw new WorkbenchError(
      "task_invalid",
      `${task.id} has the baseline "${task.baseline}", but there is no ${program}.`,
      "Write it, or name another baseline in task.yaml.",
      { task: task.id, file: program },
    );
  }
  await mkdir(folder);
  await copyFile(program, join(folder, "solution.py"));
  const settings = {
    features,
    target: task.target?.column ?? null,
    scoring: task.primaryMetric,
    taskType: task.taskType,
    labelled: task.data.labelled,
    text: task.text,
    date: columns.find(([, column]) => column.role === "date")?.[0] ?? null,
    key: task.key,
  };
  await writeFile(join(folder, "features.json"), JSON.stringify(settings));
  return folder;
}
