import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";

/** What `ready.json` says: the environment was finished, from what and by what. */
export const ReadyFile = z.object({
  schema: z.literal(1),
  lockDigest: z.string(),
  python: z.string(),
  basePython: z.string(),
  installer: z.enum(["uv", "pip"]),
  madeAt: z.string(),
});
export type ReadyFile = z.infer<typeof ReadyFile>;

/** Null when there is none or when it cannot be believed; either way the environment is half-made. */
export async function readReadyFile(path: string): Promise<ReadyFile | null> {
  try {
    return ReadyFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}

/** Appears whole or not at all. */
export async function writeReadyFile(path: string, content: ReadyFile): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${path}.new`, path);
}
