import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** Digest of named contents, whatever their order: sha256 over each name and the sha256 of its content. */
export function digestOf(files: ReadonlyMap<string, Uint8Array>): string {
  const digests = [...files].map(
    ([name, content]) => [name, createHash("sha256").update(content).digest("hex")] as const,
  );
  return digestOfDigests(new Map(digests));
}

/** Digest of every file below `folder`, by its path from there, and whose path is `wanted`. Anything but files and folders is refused. */
export async function digestFolder(
  folder: string,
  wanted: (name: string) => boolean = () => true,
): Promise<string> {
  const digests = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) throw new Error(`${path} is neither a file nor a folder`);
    const name = relative(folder, path);
    if (wanted(name)) digests.set(name, await digestOfFile(path));
  }
  return digestOfDigests(digests);
}

function digestOfDigests(digests: ReadonlyMap<string, string>): string {
  const whole = createHash("sha256");
  for (const name of [...digests.keys()].toSorted()) whole.update(`${name}\0${digests.get(name) ?? ""}\n`);
  return whole.digest("hex");
}

/** A piece at a time: a table may have hundreds of megabytes. */
async function digestOfFile(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) digest.update(piece);
  return digest.digest("hex");
}
