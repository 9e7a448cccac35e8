import {
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { ResultOf, Run } from "../../../preload/contract/index.ts";
import type { RunFolders } from "./run-folders.ts";
import type { Execution } from "./run-store.ts";

/** What grading needs; the work folder of an agent's program and copies of the task's data stay at home. */
const parts = ["solution", "report", "evidence", "log.txt", "scored-log.txt"] as const;
const probeParts = ["report", "log.txt", "plan.json"] as const;
const verificationParts = ["report", "evidence", "log.txt"] as const;

/** Writes the folder that `grade DIR` reads (`ExportedRun` is the shape of its run.json). @throws WorkbenchError conflict where `out` holds something already */
export function exportRun(
  run: Run,
  executions: {
    readonly scored: Execution | null;
    readonly reordered: Execution | null;
    readonly probes: Execution | null;
  },
  folders: RunFolders,
  out: string,
): ResultOf<"runs.export"> {
  if (!isAbsolute(out)) {
    throw new WorkbenchError("usage", `The folder must be absolute: ${out}.`, "Write the whole path.", {
      out,
    });
  }
  if (!relative(folders.root, out).startsWith("..")) {
    throw new WorkbenchError("conflict", `${out} lies in the run's own folder.`, "Name a folder elsewhere.", {
      out,
    });
  }
  if (existsSync(out) && (!statSync(out).isDirectory() || readdirSync(out).length > 0)) {
    throw new WorkbenchError(
      "conflict",
      `${out} exists already and is not an empty folder.`,
      "Name a new folder with --out.",
      { out },
    );
  }
  mkdirSync(out, { recursive: true });
  for (const part of parts) copyPlain(join(folders.root, part), join(out, part));
  mkdirSync(join(out, "verification"), { recursive: true });
  for (const part of verificationParts) {
    copyPlain(join(folders.root, "verification", part), join(out, "verification", part));
  }
  mkdirSync(join(out, "probes"), { recursive: true });
  for (const part of probeParts) copyPlain(join(folders.root, "probes", part), join(out, "probes", part));
  const document = {
    ...run,
    paths: {
      log: existsSync(join(out, "log.txt")) ? "log.txt" : null,
      work: null,
      solution: existsSync(join(out, "solution")) ? "solution" : null,
      report: existsSync(join(out, "report")) ? "report" : null,
    },
    executions,
  };
  writeFileSync(join(out, "run.json"), `${JSON.stringify(document, null, 2)}\n`);
  return { id: run.id, path: out, ...sizeOf(out) };
}

/** Links stay behind: they would mean something else where the folder is read. */
function copyPlain(from: string, to: string): void {
  if (!existsSync(from)) return;
  cpSync(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found !== undefined && (found.isFile() || found.isDirectory());
    },
  });
}

function sizeOf(folder: string): { files: number; bytes: number } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { files: entries.length, bytes };
}
