import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type LockedPackage, parseLock } from "./parse-lock.ts";

/** The hashed locks of one environment and the programs that lie beside them. */
export interface LockSet {
  readonly folder: string;
  /** SHA-256 of requirements.lock, 64 hex digits. */
  readonly digest: string;
  /** What stands in the environment on this platform. */
  readonly packages: readonly LockedPackage[];
  /** uv; absent packages mean that pip installs. */
  readonly tools: readonly LockedPackage[];
  /** What source-only packages are built with. */
  readonly build: readonly LockedPackage[];
  /** Normalised names of packages that exist only as source. */
  readonly sourceOnly: readonly string[];
  /** Room in bytes that the downloaded files take, rounded up. */
  readonly downloadBytes: number;
  /** Room in bytes that the finished environment takes with its bytecode, rounded up. */
  readonly installedBytes: number;
}

const LockDescription = z.object({
  schema: z.literal(1),
  sourceOnly: z.array(z.string()),
  downloadBytes: z.number().int().positive(),
  installedBytes: z.number().int().positive(),
});

/** The folder of the product's own locks. */
export const productLockFolder = join(import.meta.dirname, "..", "..", "sandbox", "lock");

/** Reads the locks of a folder. A missing or malformed file is a broken installation and throws as it is. */
export async function readLockSet(folder: string = productLockFolder): Promise<LockSet> {
  const text = async (name: string): Promise<string> =>
    // A checkout with Windows line ends must name the same environment.
    (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
  const requirements = await text("requirements.lock");
  const description = LockDescription.parse(JSON.parse(await text("lock.json")));
  return {
    folder,
    digest: createHash("sha256").update(requirements).digest("hex"),
    packages: parseLock(requirements, process.platform),
    tools: parseLock(await text("tools.lock"), process.platform),
    build: parseLock(await text("build.lock"), process.platform),
    sourceOnly: description.sourceOnly,
    downloadBytes: description.downloadBytes,
    installedBytes: description.installedBytes,
  };
}
