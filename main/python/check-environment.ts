import { access, constants, readdir, stat } from "node:fs/promises";
import type { EnvironmentStatus, PackageCheck } from "../../preload/contract/environment.ts";
import { findDamage } from "./check-records.ts";
import { type EnvironmentPaths, environmentPaths } from "./environment-paths.ts";
import type { LockSet } from "./lock-set.ts";
import { normaliseName } from "./parse-lock.ts";
import { readReadyFile } from "./ready-file.ts";

type Problem = NonNullable<EnvironmentStatus["problem"]>;

const make = "Run `mlewb env create`.";
const mend = "Run `mlewb env repair`.";

/**
 * Looks at the environment of a data folder without starting anything: `ready.json`, the versions that stand
 * there against the lock, and the size of every installed file (with `deep` its content).
 */
export async function examineEnvironment(
  home: string,
  lock: LockSet,
  deep: boolean,
): Promise<EnvironmentStatus> {
  const paths = environmentPaths(home, lock);
  const status = (
    python: string | null,
    packages: PackageCheck[],
    problem: Problem | null,
  ): EnvironmentStatus => ({
    ready: problem === null,
    executable: problem === null ? paths.executable : null,
    python,
    lockDigest: lock.digest,
    folder: paths.folder,
    packages,
    problem,
  });
  const absent = lock.packages.map(({ name, version }) => ({
    name,
    wanted: version,
    found: null,
    ok: false,
  }));

  if (!(await exists(paths.folder))) {
    return status(null, absent, {
      code: "environment_missing",
      message: `There is no Python environment in ${paths.folder} yet.`,
      hint: make,
    });
  }
  const ready = await readReadyFile(paths.ready);
  if (ready === null || ready.lockDigest !== lock.digest) {
    return status(null, absent, {
      code: "environment_half_made",
      message: `The Python environment in ${paths.folder} is half-made: its making was interrupted.`,
      hint: `${make} It is made anew, and what was downloaded is used again.`,
    });
  }
  if (!(await startable(paths))) {
    return status(ready.python, absent, {
      code: "python_missing",
      message: `The Python that the environment was made with (${ready.basePython}) is no longer there.`,
      hint: `Install Python 3.11 again (Debian 12: apt-get install python3.11 python3.11-venv). ${mend}`,
    });
  }
  const { packages, damage, foreign } = await comparePackages(paths, lock, deep);
  return status(ready.python, packages, problemOf(paths, packages, damage, foreign));
}

/** The Python that the environment of a data folder has, if it seems whole at a glance; `examineEnvironment` looks at all. */
export async function pythonAtFirstSight(home: string, lock: LockSet): Promise<string | null> {
  const paths = environmentPaths(home, lock);
  const ready = await readReadyFile(paths.ready);
  return ready?.lockDigest === lock.digest && (await startable(paths)) ? paths.executable : null;
}

function problemOf(
  paths: EnvironmentPaths,
  packages: readonly PackageCheck[],
  damage: readonly string[],
  foreign: readonly string[],
): Problem | null {
  const wrong = packages
    .filter(({ found, wanted }) => found !== wanted)
    .map(
      ({ name, wanted, found }) => `${name} ${wanted} is ${found === null ? "missing" : `there as ${found}`}`,
    );
  const faults = [
    ...wrong,
    ...damage.map((path) => `${path} is damaged`),
    ...foreign.map((name) => `${name} does not belong there`),
  ];
  if (faults.length === 0) return null;
  const named = faults.slice(0, 5).join("; ");
  return {
    code: "environment_damaged",
    message: `The Python environment in ${paths.folder} is damaged: ${named}${faults.length > 5 ? `; and ${faults.length - 5} more` : ""}.`,
    hint: mend,
  };
}

async function comparePackages(
  paths: EnvironmentPaths,
  lock: LockSet,
  deep: boolean,
): Promise<{ packages: PackageCheck[]; damage: string[]; foreign: string[] }> {
  const installed = await installedPackages(paths.sitePackages);
  const packages: PackageCheck[] = [];
  const damage: string[] = [];
  for (const { name, version } of lock.packages) {
    const found = installed.get(name);
    installed.delete(name);
    const damaged = found === undefined ? [] : await findDamage(paths.sitePackages, found.distInfo, deep);
    damage.push(...damaged);
    const ok = found?.version === version && damaged.length === 0;
    packages.push({ name, wanted: version, found: found?.version ?? null, ok });
  }
  return { packages, damage, foreign: [...installed.keys()] };
}

async function installedPackages(
  folder: string,
): Promise<Map<string, { version: string; distInfo: string }>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    names.flatMap((distInfo) => {
      const { name, version } = /^(?<name>.+)-(?<version>[^-]+)\.dist-info$/.exec(distInfo)?.groups ?? {};
      return name === undefined || version === undefined
        ? []
        : [[normaliseName(name), { version, distInfo }]];
    }),
  );
}

/** Follows the link to the Python that the environment was made with. */
async function startable(paths: EnvironmentPaths): Promise<boolean> {
  return access(paths.executable, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
