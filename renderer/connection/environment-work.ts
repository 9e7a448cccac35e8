/** Making the Python environment takes a minute; it goes on while the user looks elsewhere. */
import { useSyncExternalStore } from "react";
import type { EnvironmentProgress, EnvironmentStatus } from "../../preload/contract/environment.ts";
import type { ErrorBody } from "../../preload/contract/error.ts";
import { failureOf } from "./failure.ts";

export interface EnvironmentWork {
  readonly state: "idle" | "working" | "failed" | "done";
  readonly progress: EnvironmentProgress | null;
  readonly log: readonly string[];
  readonly failure: ErrorBody | null;
  readonly status: EnvironmentStatus | null;
}

const logMost = 400;
let work: EnvironmentWork = { state: "idle", progress: null, log: [], failure: null, status: null };
const listeners = new Set<() => void>();

function change(next: Partial<EnvironmentWork>): void {
  work = { ...work, ...next };
  for (const listener of listeners) listener();
}

export function watchEnvironment(): void {
  window.workbench.on("environment.progress", (progress) => {
    const last = work.log.at(-1);
    const log = last === progress.message ? work.log : [...work.log, progress.message].slice(-logMost);
    // Another door may have started it: then there is progress without a call of ours.
    change({
      progress,
      log,
      state: progress.step === "ready" && work.state !== "working" ? "done" : "working",
    });
  });
}

export async function createEnvironment(repair: boolean): Promise<void> {
  if (work.state === "working") return;
  change({ state: "working", progress: null, log: [], failure: null });
  try {
    const status = await window.workbench.call("environment.create", { repair });
    change({ state: "done", status });
  } catch (error) {
    change({ state: "failed", failure: failureOf(error) });
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useEnvironmentWork = (): EnvironmentWork => useSyncExternalStore(subscribe, () => work);
