import { join } from "node:path";
import type { LockSet } from "./lock-set.ts";

/** Where everything of one managed environment lies. */
export interface EnvironmentPaths {
  /** `<home>/python`: one folder for each lock that was ever used. */
  readonly root: string;
  /** The environment itself, at the path where it stays: a virtual environment cannot be moved. */
  readonly folder: string;
  readonly executable: string;
  readonly sitePackages: string;
  /** Written last; without it the folder is half-made. */
  readonly ready: string;
  /** Held by whoever makes or examines the environment. */
  readonly lockFile: string;
  /** The installer's own environment and scratch room; gone when the work is done. */
  readonly workshop: string;
  /** Matplotlib's font list lies in here; the sandbox binds it. */
  readonly fontCache: string;
}

export function environmentPaths(home: string, lock: LockSet): EnvironmentPaths {
  const root = join(home, "python");
  const folder = join(root, lock.digest.slice(0, 16));
  return {
    root,
    folder,
    executable: join(folder, "bin", "python"),
    sitePackages: join(folder, "lib", "python3.11", "site-packages"),
    ready: join(folder, "ready.json"),
    lockFile: `${folder}.lock`,
    workshop: `${folder}.workshop`,
    fontCache: folder,
  };
}

/** `python` of a virtual environment. */
export function venvPython(folder: string): string {
  return join(folder, "bin", "python");
}
