import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Digest of named contents, whatever their order: sha256 over each name and the sha256 of its content. */
export function digestOf(files: ReadonlyMap<string, Uint8Array>): string {
  const whole = createHash("sha256");
  for (const name of [...files.keys()].toSorted()) {
    const content = createHash("sha256")
      .update(files.get(name) ?? "")
      .digest("hex");
    whole.update(`${name}\0${content}\n`);
  }
  return whole.digest("hex");
}

/** Digest of every file below `folder`, by its path from there, and whose path is `wanted`. Anything but files and folders is refused. */
export async function digestFolder(
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Promise<string> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) throw new Error(`${path} is neither a file nor a folder`);
    const name = relative(folder, path);
    if (wanted(name)) files.set(name, await readFile(path));
  }
  return digestOf(files);
}
