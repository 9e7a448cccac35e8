import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ResultOf, Run } from "../../preload/contract/index.ts";
import type { DataCell } from "../../preload/contract/run.ts";
import { readRowsAround } from "../core/evidence/read-rows-around.ts";
import { runFolders } from "../core/runs/run-folders.ts";
import { variantFolder } from "../core/tasks/variant-folder.ts";

/** Files of the agent's own report that cells speak of; every other name is one of the variant's public folder. */
const ofTheReport: ReadonlySet<string> = new Set(["predictions.csv"]);

/** The row of a cell among its neighbours. The private folder of a variant, with labels and truth, is never looked into. */
export async function rowsOfRun(home: string, run: Run, cell: DataCell): Promise<ResultOf<"runs.rows">> {
  if (ofTheReport.has(cell.file)) {
    return readRowsAround(join(runFolders(home, run.id).report, cell.file), cell);
  }
  // The data that the run had, not those of the task as it is now.
  const folder = join(variantFolder(home, run.task, run.variant, run.language), "public");
  return existsSync(folder) ? readRowsAround(join(folder, cell.file), cell) : { state: "no_data" };
}
