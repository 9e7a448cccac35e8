import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readCollected } from "../evidence/collected-file.ts";
import { readReport } from "../evidence/read-report.ts";
import type { Task } from "../tasks/task.ts";

const program = join(import.meta.dirname, "..", "..", "..", "sandbox", "apply_rule", "solution.py");
const maximumReportBytes = 20 * 1024 * 1024;

/**
 * Makes `folder` (must not exist) with the program that applies the rule of a rule task's report. A report without
 * one gives an empty rule, which the program then names as the error that it is.
 * @param reportFolder what the scored run left
 */
export async function makeRuleProgram(task: Task, reportFolder: string, folder: string): Promise<string> {
  const bytes = await readCollected(join(reportFolder, "report.json"), maximumReportBytes);
  const { rule } = readReport(bytes, {}, null).view.problem;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(program, join(folder, "solution.py"));
  await writeFile(join(folder, "rule.txt"), rule ?? "");
  await writeFile(
    join(folder, "rule.json"),
    JSON.stringify({ labelled: task.data.labelled, id: task.key[0] }),
  );
  return folder;
}
