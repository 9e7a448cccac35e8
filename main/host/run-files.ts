import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { extname, resolve } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";
import type { ResultOf } from "../../preload/contract/index.ts";

/** Folders of a run that a door may read from; the rest of the data folder is none of its business. */
const open: ReadonlySet<string> = new Set(["solution", "report", "verification", "work", "log.txt"]);
const mostText = 2_000_000;
const mostImage = 20_000_000;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** One file of a run as a door may show it. The files were written by agents: links are not followed. */
export function readRunFile(root: string, path: string): ResultOf<"runs.file"> {
  const parts = path.split("/");
  if (
    parts.some(
      (part) => part === "" || part === "." || part === ".." || part.includes("\\") || part.includes("\0"),
    )
  ) {
    throw refused(path);
  }
  if (!open.has(parts[0] ?? "")) throw refused(path);
  const wanted = resolve(root, ...parts);
  let fd: number;
  try {
    // Also a folder on the way may be a link that leads out.
    if (realpathSync(wanted) !== resolve(realpathSync(root), ...parts)) throw refused(path);
    fd = openSync(wanted, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    throw missing(path);
  }
  try {
    const found = fstatSync(fd);
    if (!found.isFile()) throw missing(path);
    return content(fd, found.size, wanted);
  } finally {
    closeSync(fd);
  }
}

function content(fd: number, size: number, path: string): ResultOf<"runs.file"> {
  if (extname(path).toLowerCase() === ".png" && size <= mostImage) {
    const image = read(fd, size);
    if (!image.subarray(0, 4).equals(png)) return { kind: "binary", bytes: size };
    return { kind: "image", dataUrl: `data:image/png;base64,${image.toString("base64")}`, bytes: size };
  }
  const start = read(fd, Math.min(size, mostText));
  if (start.subarray(0, 8192).includes(0)) return { kind: "binary", bytes: size };
  return { kind: "text", text: start.toString("utf8"), bytes: size, truncated: size > mostText };
}

function read(fd: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const got = readSync(fd, buffer, done, length - done, done);
    if (got === 0) break;
    done += got;
  }
  return buffer.subarray(0, done);
}

const missing = (path: string): WorkbenchError =>
  new WorkbenchError(
    "not_found",
    `The run has no file ${path}.`,
    "The run's artifacts are listed in its document.",
    {
      path,
    },
  );

const refused = (path: string): WorkbenchError =>
  new WorkbenchError(
    "refused",
    `${path} is not a file of a run that may be read.`,
    "Name a file below solution/ or report/.",
    {
      path,
    },
  );
