import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { readProcess } from "./process-table.ts";

const LockContent = z.object({
  pid: z.number().int(),
  startTime: z.string(),
  host: z.string(),
  boot: z.string(),
  socket: z.string(),
});
export type LockContent = z.infer<typeof LockContent>;

export interface HomeLock {
  readonly content: LockContent;
  release(): void;
}

export const lockFile = (home: string): string => join(home, "core.lock");

/**
 * Makes this process the one writer of the data folder.
 * @throws WorkbenchError home_locked with the other's pid and socket in `details`
 */
export function acquireHome(home: string, socket: string): HomeLock {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = lockFile(home);
  const content = describeSelf(socket);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(content), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // link() is atomic also on NFS, and the file is never seen half-written.
      if (tryLink(own, file)) return { content, release: () => release(file, content) };
      const holder = readLock(home);
      if (holder !== null && isAlive(holder)) throw locked(home, holder);
      removeStale(file, holder);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw locked(home, readLock(home));
}

/** Who holds the data folder; null where nobody does or the file says nothing that can be read. */
export function readLock(home: string): LockContent | null {
  try {
    const parsed = LockContent.safeParse(JSON.parse(readFileSync(lockFile(home), "utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** False only where the holder is surely gone: another machine's process cannot be looked up. */
export function isAlive(holder: LockContent): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.boot !== bootId()) return false;
  if (holder.startTime === "") return signalReaches(holder.pid);
  return readProcess(holder.pid)?.startTime === holder.startTime;
}

function describeSelf(socket: string): LockContent {
  return {
    pid: process.pid,
    startTime: readProcess(process.pid)?.startTime ?? "",
    host: hostname(),
    boot: bootId(),
    socket,
  };
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function signalReaches(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Two processes may find the same stale lock: what was moved away must be what was judged, else it goes back. */
function removeStale(file: string, judged: LockContent | null): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readFileSync(aside, "utf8");
  if (judged !== null && moved !== JSON.stringify(judged)) tryLink(aside, file);
  unlinkSync(aside);
}

function release(file: string, content: LockContent): void {
  try {
    if (readFileSync(file, "utf8") === JSON.stringify(content)) unlinkSync(file);
  } catch {
    // Somebody removed the data folder: nothing is left to release.
  }
}

const locked = (home: string, holder: LockContent | null): WorkbenchError =>
  new WorkbenchError(
    "home_locked",
    holder === null
      ? `The data folder ${home} is in use by another workbench.`
      : `The data folder ${home} is in use by process ${holder.pid} on ${holder.host}.`,
    "Close that workbench, or choose another data folder with --home.",
    { home, pid: holder?.pid ?? null, host: holder?.host ?? null, socket: holder?.socket ?? null },
  );
