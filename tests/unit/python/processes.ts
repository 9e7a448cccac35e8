import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Process ids whose command line or environment mentions `text`; our own is left out. */
export function processesMentioning(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter(
      (pid) => read(`/proc/${pid}/cmdline`).includes(text) || read(`/proc/${pid}/environ`).includes(text),
    );
}

/** Resolves when `condition` holds; the test's own time limit ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
