import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ResultOf } from "../../preload/contract/index.ts";

const most = 500;
const deepest = 8;

/** Every file of a solution's folder, by path. The folder was written by an agent: links are not followed. */
export function solutionFiles(folder: string): ResultOf<"runs.solution"> {
  const files = filesBelow(folder, "", 0).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { files: files.slice(0, most), left: Math.max(0, files.length - most) };
}

function filesBelow(folder: string, prefix: string, depth: number): ResultOf<"runs.solution">["files"] {
  return entriesOf(folder).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    const file = join(folder, entry.name);
    if (entry.isDirectory()) {
      return depth < deepest && entry.name !== "__pycache__" ? filesBelow(file, `${path}/`, depth + 1) : [];
    }
    return entry.isFile() ? [{ path, bytes: lstatSync(file).size }] : [];
  });
}

/** None where there is no folder: a run that ended before its agent left one. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
