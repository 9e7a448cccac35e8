import { setTimeout as sleep } from "node:timers/promises";
import {
  descendantsOf,
  type ProcessEntry,
  orphansMarked,
  processesMarked,
  readProcess,
} from "./process-table.ts";

/** Seconds between asking a tree to end and ending it. */
const graceSeconds = 2;

/** Ends `pid` and everything it started: first asked (SIGTERM), then killed. Resolves when none is left. */
export async function killTree(
  pid: number,
  mark?: { readonly name: string; readonly value: string },
): Promise<void> {
  const members = (): ProcessEntry[] => {
    const root = readProcess(pid);
    const found = [...descendantsOf(pid), ...(root ? [root] : [])];
    // A daemon is no longer below `pid`; the mark in its environment still names it.
    for (const entry of mark ? processesMarked(mark.name, mark.value) : []) {
      if (!found.some((known) => known.pid === entry.pid)) found.push(entry);
    }
    return found;
  };
  await endAll(members);
}

/** Ends every process that a killed core has left behind. Returns how many there were. */
export async function killOrphans(name: string): Promise<number> {
  const members = () => orphansMarked(name);
  const count = members().length;
  if (count > 0) await endAll(members);
  return count;
}

async function endAll(members: () => readonly ProcessEntry[]): Promise<void> {
  for (const entry of members()) send(entry, "SIGTERM");
  const deadline = performance.now() + graceSeconds * 1000;
  while (members().length > 0 && performance.now() < deadline) await sleep(50);
  // Again and again: a process may have forked between the look and the kill.
  for (let left = members(); left.length > 0; left = members()) {
    for (const entry of left) send(entry, "SIGKILL");
    await sleep(20);
  }
}

function send(entry: ProcessEntry, signal: NodeJS.Signals): void {
  // The number may have been given to another process since the look.
  if (readProcess(entry.pid)?.startTime !== entry.startTime) return;
  try {
    process.kill(entry.pid, signal);
  } catch {
    // Gone already, or not ours to end.
  }
}
