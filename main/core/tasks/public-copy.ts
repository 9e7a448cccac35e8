import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Makes `into` (must not exist) with the files of a public folder but those named in `except`. */
export async function copyPublicFolder(from: string, into: string, except: readonly string[]): Promise<void> {
  await mkdir(into);
  for (const name of await readdir(from)) {
    if (!except.includes(name)) await linkOrCopy(join(from, name), join(into, name));
  }
}

/** A hard link costs nothing; another file system, or one without links, gets a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
