/** One package of a hashed lock, as it applies to one platform. */
export interface LockedPackage {
  /** Normalised: lower case, runs of `-`, `_` and `.` as one `-`. */
  readonly name: string;
  readonly version: string;
  /** SHA-256 of every file that may be installed for it, in hex. */
  readonly hashes: readonly string[];
}

/** PEP 503: how two spellings of a package's name are told to be one. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/**
 * Reads a lock written by `uv pip compile --generate-hashes` and keeps what applies to `platform`
 * (a value of process.platform). Throws on anything that is not pinned and hashed, so that a careless
 * edit of the lock cannot install an unchecked file.
 */
export function parseLock(text: string, platform: NodeJS.Platform): LockedPackage[] {
  const entries = text
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return entries.flatMap((entry) => {
    const match = /^(?<name>[A-Za-z0-9._-]+)==(?<version>[^\s;]+)\s*(?:;\s*(?<marker>[^-]*?))?\s+--hash/.exec(
      entry,
    );
    const hashes = [...entry.matchAll(/--hash=sha256:([0-9a-f]{64})(?=\s|$)/g)].map(
      (found) => found[1] ?? "",
    );
    const { name, version, marker } = match?.groups ?? {};
    if (name === undefined || version === undefined || hashes.length === 0) {
      throw new Error(`The lock has an entry without an exact version and a sha256: ${entry.slice(0, 80)}`);
    }
    return applies(marker, platform) ? [{ name: normaliseName(name), version, hashes }] : [];
  });
}

/** The lock uses one kind of marker; another one must be seen by a person before it is guessed at. */
function applies(marker: string | undefined, platform: NodeJS.Platform): boolean {
  if (marker === undefined || marker === "") return true;
  const match = /^sys_platform (==|!=) '([a-z0-9]+)'$/.exec(marker);
  if (match === null) throw new Error(`The lock has a marker that is not understood: ${marker}`);
  return (match[1] === "==") === (match[2] === platform);
}
