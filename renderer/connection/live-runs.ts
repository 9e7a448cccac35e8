/** What running runs have told since the window opened; kept here so that leaving a page loses nothing. */
import { useSyncExternalStore } from "react";
import type { EventData } from "../../preload/contract/events.ts";

export type Sample = EventData<"run.resources">;
export type Decision = EventData<"run.decision">;

export interface LiveRun {
  readonly samples: readonly Sample[];
  readonly decisions: readonly Decision[];
}

/** Four samples a second: ten minutes before every second one is dropped. */
const samplesMost = 2400;
const runsMost = 20;
const empty: LiveRun = { samples: [], decisions: [] };
const runs = new Map<string, LiveRun>();
const listeners = new Set<() => void>();

function change(id: string, next: (run: LiveRun) => LiveRun): void {
  const changed = next(runs.get(id) ?? empty);
  runs.delete(id);
  runs.set(id, changed);
  const oldest = runs.keys().next();
  if (runs.size > runsMost && oldest.done !== true) runs.delete(oldest.value);
  for (const listener of listeners) listener();
}

export function watchRuns(): void {
  window.workbench.on("run.resources", (sample) =>
    change(sample.id, (run) => {
      const all = [...run.samples, sample];
      const samples = all.length > samplesMost ? all.filter((_, i) => i % 2 === 1) : all;
      return { ...run, samples };
    }),
  );
  window.workbench.on("run.decision", (decision) =>
    change(decision.id, (run) => ({ ...run, decisions: [...run.decisions, decision] })),
  );
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLiveRun = (id: string): LiveRun =>
  useSyncExternalStore(subscribe, () => runs.get(id) ?? empty);
