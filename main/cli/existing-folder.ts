import { statSync } from "node:fs";
import { resolve } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";

/** The absolute path of a folder that an option names. @throws WorkbenchError not_found */
export function existingFolder(named: string, option: string): string {
  const folder = resolve(named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new WorkbenchError("not_found", `There is no folder ${folder}.`, `Check the path after ${option}.`, {
    folder,
  });
}
