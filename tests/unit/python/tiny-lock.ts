import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A lock of two tiny packages with its wheelhouse, so that the whole way can be gone in seconds. */
export interface TinyLock {
  readonly folder: string;
  readonly wheelhouse: string;
  /** While this file exists, building the source package waits. */
  readonly hold: string;
  /** One line for each time the source package was built. */
  readonly builds: string;
  readonly remove: () => void;
}

export interface TinyLockOptions {
  /** Size of a file in the first package, in bytes; it compresses to nearly nothing. */
  readonly ballast?: number;
  readonly installedBytes?: number;
  /** Lines for tools.lock; empty means that there is no uv to be had. */
  readonly tools?: string;
}

/** `tiny-alpha` is a wheel, `tiny-beta` exists only as source and is built by a backend of its own. */
export function makeTinyLock(options: TinyLockOptions = {}): TinyLock {
  const folder = mkdtempSync(join(tmpdir(), "mlewb tiny 锁 "));
  const wheelhouse = join(folder, "wheelhouse");
  mkdirSync(wheelhouse);
  const hold = join(folder, "hold");
  const builds = join(folder, "builds.txt");
  const request = {
    folder,
    wheelhouse,
    hold,
    builds,
    ballast: options.ballast ?? 10,
    installedBytes: options.installedBytes ?? 1_000_000,
    tools: options.tools ?? "",
  };
  execFileSync("/usr/bin/python3.11", [join(import.meta.dirname, "write_tiny_lock.py")], {
    input: JSON.stringify(request),
  });
  return { folder, wheelhouse, hold, builds, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A data folder with spaces and Chinese characters in its path: every test of the whole way goes through one. */
export function makeHome(): string {
  return mkdtempSync(join(tmpdir(), "mlewb 数据 空 格 "));
}
