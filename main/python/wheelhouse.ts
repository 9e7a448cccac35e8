import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type LockedPackage, normaliseName } from "./parse-lock.ts";

/** A folder of package files. Ours is filled from the network when it lacks something, the user's never is. */
export interface Wheelhouse {
  readonly folder: string;
  readonly filledByUs: boolean;
}

export interface WheelhouseContent {
  /** Normalised package name to the full path of a file whose SHA-256 the lock names. */
  readonly present: ReadonlyMap<string, string>;
  readonly missing: readonly LockedPackage[];
  /** Full paths of files of the right name and version, but with other content than the lock names. */
  readonly altered: readonly string[];
}

/** `MLEWB_WHEELHOUSE`, or the wheelhouse of the data folder: what was downloaded once mends offline later. */
export function chooseWheelhouse(home: string, named: string | undefined): Wheelhouse {
  return named
    ? { folder: resolve(named), filledByUs: false }
    : { folder: join(home, "wheelhouse"), filledByUs: true };
}

/** Compares a wheelhouse with a lock by content, not by name. A folder that does not exist holds nothing. */
export async function examineWheelhouse(
  folder: string,
  wanted: readonly LockedPackage[],
): Promise<WheelhouseContent> {
  const byName = new Map(wanted.map((item) => [item.name, item]));
  const present = new Map<string, string>();
  const altered: string[] = [];
  for (const file of await namesIn(folder)) {
    const named = packageOfFile(file);
    const item = named === null ? undefined : byName.get(named.name);
    if (item === undefined || item.version !== named?.version) continue;
    const path = join(folder, file);
    if (item.hashes.includes(await sha256OfFile(path))) present.set(item.name, path);
    else altered.push(path);
  }
  return { present, altered, missing: wanted.filter((item) => !present.has(item.name)) };
}

/** The package and version that a wheel or source archive says it is, by its file name. */
export function packageOfFile(file: string): { name: string; version: string } | null {
  const match =
    /^(?<name>[^-]+)-(?<version>[^-]+)-.+\.whl$/.exec(file) ??
    /^(?<name>.+)-(?<version>[^-]+)\.(?:tar\.gz|zip)$/.exec(file);
  const { name, version } = match?.groups ?? {};
  return name === undefined || version === undefined ? null : { name: normaliseName(name), version };
}

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
