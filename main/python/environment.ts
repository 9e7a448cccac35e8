/** The managed Python environment: look at it, make it, mend it. */
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import type { EnvironmentProgress, EnvironmentStatus } from "../../preload/contract/environment.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { examineEnvironment, pythonAtFirstSight } from "./check-environment.ts";
import { makeEnvironment } from "./make-environment.ts";
import { type EnvironmentPaths, environmentPaths } from "./environment-paths.ts";
import type { Installer } from "./equip-workshop.ts";
import { explainFileError } from "./explain-failure.ts";
import { findPython } from "./find-python.ts";
import { installHelper } from "./install-helper.ts";
import { Keeper, throwIfAborted } from "./keeper.ts";
import { type LockSet, readLockSet } from "./lock-set.ts";
import { probe } from "./probe.ts";
import { progressReporter } from "./progress.ts";
import { chooseWheelhouse } from "./wheelhouse.ts";

export { findPython, type FoundPython } from "./find-python.ts";

export interface CheckOptions {
  /** Also compares the content of every file and imports every package (about ten seconds). */
  readonly deep?: boolean;
  readonly lock?: LockSet;
  readonly signal?: AbortSignal;
}

export interface CreateOptions {
  /** Look closely first, and make the environment anew if anything is wrong with it. */
  readonly repair?: boolean;
  readonly onProgress?: (progress: EnvironmentProgress) => void;
  readonly signal?: AbortSignal;
  readonly lock?: LockSet;
  readonly installer?: Installer;
  /** A folder of package files instead of the network; the default is what MLEWB_WHEELHOUSE names. */
  readonly wheelhouse?: string;
}

/** What stands in the data folder against the lock. Never throws for what it finds; see `problem`. */
export async function checkEnvironment(home: string, options: CheckOptions = {}): Promise<EnvironmentStatus> {
  const lock = options.lock ?? (await readLockSet());
  const status = await examineEnvironment(resolve(home), lock, options.deep ?? false);
  if (!options.deep || status.executable === null) return status;
  const paths = environmentPaths(resolve(home), lock);
  const keeper = await Keeper.start({
    python: status.executable,
    lockFile: paths.lockFile,
    signal: options.signal,
  });
  try {
    return await withProbe(keeper, paths, lock, status);
  } finally {
    await keeper.close();
  }
}

/** The Python that will be found, for who wants to begin before every file was looked at; null where none is ready. */
export async function expectedPython(home: string): Promise<string | null> {
  return pythonAtFirstSight(resolve(home), await readLockSet());
}

/**
 * Makes the environment of a data folder when it is not ready, and returns its status. Safe to call from any
 * number of processes at once: one makes it, the others wait and find it ready.
 * @throws WorkbenchError python_missing, disk_full, refused (a file is not the one the lock names),
 *   environment_missing (a step failed), interrupted (the signal fired; nothing is left running).
 */
export async function createEnvironment(
  home: string,
  options: CreateOptions = {},
): Promise<EnvironmentStatus> {
  const lock = options.lock ?? (await readLockSet());
  const folder = resolve(home);
  const paths = environmentPaths(folder, lock);
  const report = progressReporter(options.onProgress);
  if (!options.repair) {
    const status = await examineEnvironment(folder, lock, false);
    if (status.ready) {
      // After an update of the product. An environment that may not be written is as good for the boxes.
      await installHelper(paths.sitePackages).catch(() => undefined);
      return status;
    }
  }
  throwIfAborted(options.signal);
  report("find_python", 0, "Looking for Python 3.11");
  const python = await findPython();
  try {
    await mkdir(paths.root, { recursive: true });
  } catch (error) {
    throw explainFileError(error, paths.root);
  }
  const keeper = await Keeper.start({
    python: python.executable,
    lockFile: paths.lockFile,
    signal: options.signal,
    onWaiting: () => report("find_python", 0.5, "Another process is making the environment; waiting for it"),
  });
  try {
    let status = await examineEnvironment(folder, lock, options.repair ?? false);
    if (options.repair && status.ready) status = await withProbe(keeper, paths, lock, status);
    if (status.ready) return status;
    const wheelhouse = chooseWheelhouse(folder, options.wheelhouse ?? process.env["MLEWB_WHEELHOUSE"]);
    const installer = options.installer ?? "best";
    await makeEnvironment({ keeper, python, paths, lock, wheelhouse, installer, report });
    return await examineEnvironment(folder, lock, false);
  } catch (error) {
    throw explainFileError(error, paths.root);
  } finally {
    await keeper.close();
  }
}

async function withProbe(
  keeper: Keeper,
  paths: EnvironmentPaths,
  lock: LockSet,
  status: EnvironmentStatus,
): Promise<EnvironmentStatus> {
  try {
    await probe(keeper, paths, lock);
    return status;
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.code !== "environment_missing") throw error;
    const problem = { code: "environment_damaged", message: error.message, hint: error.hint };
    return { ...status, ready: false, executable: null, problem };
  }
}
