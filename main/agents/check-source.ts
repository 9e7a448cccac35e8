import { accessSync, constants, lstatSync, readFileSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";

const mostBytes = 10_000_000;
/** PEP 263: a source in another encoding says so in its first two lines. */
const codingLine = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Finds the `solution.py` that `path` means (the file, or a folder that holds one) and checks that it is source text. */
export function findSource(path: string): { readonly kind: "file" | "folder"; readonly file: string } {
  const found = look(path);
  if (!found.isDirectory()) {
    checkSource(path);
    return { kind: "file", file: path };
  }
  const file = join(path, "solution.py");
  const inside = lstatSync(file, { throwIfNoEntry: false });
  if (inside === undefined) {
    throw new WorkbenchError(
      "solution_is_folder",
      `${path} is a folder and holds no solution.py.`,
      "Name the file itself, or put a solution.py into the folder.",
      { path },
    );
  }
  if (inside.isDirectory()) {
    throw new WorkbenchError(
      "solution_is_folder",
      `${file} is a folder, not a file.`,
      "Put the Python source into a file of this name.",
      { path: file },
    );
  }
  if (inside.isSymbolicLink()) {
    throw unreadable(file, "it is a link, and links in a folder are not followed");
  }
  checkSource(file);
  return { kind: "folder", file };
}

/** @throws WorkbenchError solution_unreadable for what cannot be Python source, whatever its name is */
export function checkSource(file: string): void {
  const found = look(file);
  if (!found.isFile()) throw unreadable(file, "it is not a regular file (a device, a pipe or a socket)");
  if (found.size > mostBytes)
    throw unreadable(file, `it has ${found.size} bytes; Python source has at most ${mostBytes}`);
  let content: Buffer;
  try {
    accessSync(file, constants.R_OK);
    content = readFileSync(file);
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : String(error));
  }
  if (content.includes(0)) throw unreadable(file, "it is binary (it holds zero bytes)");
  if (!isUtf8(content) && !declaresCoding(content)) {
    throw unreadable(file, "it is not UTF-8 text and names no other encoding in its first two lines");
  }
}

function look(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EACCES" || code === "EPERM") throw unreadable(path, "you may not read it");
    if (code === "ELOOP") throw unreadable(path, "its links lead in a circle");
    throw new WorkbenchError(
      "solution_missing",
      `There is no file or folder ${path}.`,
      "Check the path after `script:`; a folder must hold a solution.py.",
      { path },
    );
  }
}

function isUtf8(content: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

const declaresCoding = (content: Buffer): boolean =>
  content
    .toString("latin1")
    .split("\n", 2)
    .some((line) => codingLine.test(line));

const unreadable = (file: string, why: string): WorkbenchError =>
  new WorkbenchError(
    "solution_unreadable",
    `${file} cannot be run as Python source: ${why}.`,
    "Name a text file with Python source, or a folder that holds such a solution.py.",
    { path: file },
  );
