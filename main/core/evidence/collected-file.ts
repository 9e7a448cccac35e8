/** Reads files that a sandbox left: regular files only, bounded, never through a link. */
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

const MAX_FILES = 500;
/** Texts that are read line by line. */
export const MAX_TEXT_BYTES = 1_000_000;
/** What the sandbox collects at most of one file: `readReport` has a lower bound, and says so of what is above it. */
export const MAX_ARTIFACT_BYTES = 60 * 1024 * 1024;

/** Null where there is no such regular file or it is over the bound. */
export async function readCollected(path: string, maximum: number): Promise<Buffer | null> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const info = await handle.stat();
    return info.isFile() && info.size <= maximum ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}

/** Relative paths with an ending, in a fixed order. */
export async function listCollected(folder: string, ending: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
    .slice(0, MAX_FILES);
}
