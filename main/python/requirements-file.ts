import { writeFile } from "node:fs/promises";
import type { LockedPackage } from "./parse-lock.ts";

/** Writes a part of a lock as a hashed requirements file, for pip and uv. */
export async function writeRequirements(path: string, packages: readonly LockedPackage[]): Promise<void> {
  const lines = packages.map(({ name, version, hashes }) =>
    [`${name}==${version}`, ...hashes.map((hash) => `--hash=sha256:${hash}`)].join(" \\\n    "),
  );
  await writeFile(path, `${lines.join("\n")}\n`);
}
