import { createHash } from "node:crypto";
import { copyFileSync, type Dirent, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";

/** Python sources are small: more than this is data that was put beside the code by mistake. */
const mostBytes = 50_000_000;
const mostFiles = 1000;
const deepest = 8;
const passedOver: ReadonlySet<string> = new Set([
  ".git",
  "__pycache__",
  ".venv",
  "venv",
  "node_modules",
  ".mypy_cache",
  ".pytest_cache",
  ".ipynb_checkpoints",
]);

interface Found {
  /** Relative, with forward slashes. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
}

/** Copies a solution folder without links, caches and devices, and returns the digest of what was copied. */
export function collectFolder(from: string, into: string, leaveOut: ReadonlySet<string> = new Set()): string {
  const files = listFiles(from, leaveOut);
  for (const file of files) {
    const target = join(into, file.path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    reading(file.absolute, () => copyFileSync(file.absolute, target));
  }
  return digestOf(files);
}

/** One file becomes the whole solution, under the name that the box starts. */
export function collectFile(from: string, into: string): string {
  mkdirSync(into, { recursive: true, mode: 0o700 });
  copyFileSync(from, join(into, "solution.py"));
  return digestOf([{ path: "solution.py", absolute: from, bytes: 0 }]);
}

export const fingerprintOfFolder = (folder: string): string => digestOf(listFiles(folder, new Set()));
export const fingerprintOfFile = (file: string): string =>
  digestOf([{ path: "solution.py", absolute: file, bytes: 0 }]);

function listFiles(from: string, leaveOut: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  let bytes = 0;
  const walk = (folder: string, prefix: string, depth: number): void => {
    const entries = reading(folder, () => readdirSync(folder, { withFileTypes: true }));
    for (const entry of sorted(entries)) {
      if (passedOver.has(entry.name) || (depth === 0 && leaveOut.has(entry.name))) continue;
      const absolute = join(folder, entry.name);
      // Links are not followed: they could carry any file of this machine into the box.
      if (entry.isDirectory() && depth < deepest) walk(absolute, `${prefix}${entry.name}/`, depth + 1);
      if (!entry.isFile()) continue;
      const size = statSync(absolute).size;
      bytes += size;
      found.push({ path: `${prefix}${entry.name}`, absolute, bytes: size });
      if (bytes > mostBytes || found.length > mostFiles) throw tooMuch(from);
    }
  };
  walk(from, "", 0);
  return found;
}

const sorted = (entries: readonly Dirent[]): Dirent[] =>
  entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

function digestOf(files: readonly Found[]): string {
  const whole = createHash("sha256");
  for (const file of files) {
    const content = createHash("sha256")
      .update(reading(file.absolute, () => readFileSync(file.absolute)))
      .digest("hex");
    whole.update(`${content}  ${file.path}\n`);
  }
  return whole.digest("hex");
}

/** @throws WorkbenchError solution_unreadable, naming the path, where its rights forbid what `act` does with it */
function reading<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "EACCES" && code !== "EPERM") throw error;
    throw new WorkbenchError(
      "solution_unreadable",
      `${path} lies in the solution's folder, but you may not read it.`,
      "Change its rights, or name the solution.py itself instead of its folder.",
      { path },
    );
  }
}

const tooMuch = (folder: string): WorkbenchError =>
  new WorkbenchError(
    "solution_unreadable",
    `The solution folder ${folder} is too large: at most ${mostFiles} files and ${mostBytes / 1e6} MB are taken.`,
    "Leave only the code of the solution in the folder; the task's data are given in the sandbox.",
    { folder },
  );
