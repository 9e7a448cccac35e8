import { randomUUID } from "node:crypto";
import { cp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Package and metadata; the metadata's name has no version, so that it is not taken for a package of the lock. */
const parts = ["mle_bench", "mle_bench.dist-info"] as const;
const ownFolder = join(import.meta.dirname, "..", "..", "sandbox");

/**
 * Puts this product's helper package into an environment, where it is not there or another version's. A box has its
 * own copy first on the path; this one is for who uses the environment outside: an agent's author, an editor.
 */
export async function installHelper(sitePackages: string, source: string = ownFolder): Promise<void> {
  for (const part of parts) {
    const from = join(source, part);
    const to = join(sitePackages, part);
    if (sameFiles(await filesOf(from), await filesOf(to))) continue;
    const draft = join(sitePackages, `.${part}-${randomUUID()}`);
    await cp(from, draft, { recursive: true, filter: (path) => !path.endsWith("__pycache__") });
    await rm(to, { recursive: true, force: true });
    await rename(draft, to);
  }
}

type Files = ReadonlyMap<string, Buffer>;

async function filesOf(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"));
  return new Map(
    await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length), await readFile(path)] as const;
      }),
    ),
  );
}

const sameFiles = (one: Files, other: Files): boolean =>
  one.size === other.size && [...one].every(([path, content]) => other.get(path)?.equals(content) === true);
