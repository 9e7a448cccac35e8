import { statSync } from "node:fs";
import type { ActiveRun } from "./active-run.ts";
import type { BoxResources, Ports, VariantFolders } from "./ports.ts";
import type { Execution } from "./run-store.ts";
import { scoredLimits } from "./wider-limits.ts";
import { watchDecisions } from "./watch-decisions.ts";

/** The seed that every run is given (benchmark.md 2). */
export const agentSeed = 42;

/** `solution.py` from scratch in a fresh box under the task's walls: the only execution that is scored. */
export async function scoredRun(run: ActiveRun, data: VariantFolders, ports: Ports): Promise<Execution> {
  const logStart = sizeOf(run.folders.log);
  const stopWatching = watchDecisions(ports, run.id, run.folders.log, logStart);
  const resources = new ResourceNews(ports, run.id);
  try {
    return await ports.box.run(
      {
        solution: run.folders.solution,
        data: data.public,
        taskId: run.task.id,
        seed: agentSeed,
        limits: scoredLimits(run.task),
        shownLimits: null,
        recorder: "events",
        log: run.folders.log,
        report: run.folders.report,
        evidence: run.folders.evidence,
        minLevel: run.minLevel,
        masked: run.task.masked,
      },
      { signal: run.signal, onResources: (seen) => resources.add(seen) },
    );
  } finally {
    stopWatching();
    resources.flush();
  }
}

/** Resource samples go to the doors at once and to the store in batches. */
class ResourceNews {
  readonly #ports: Ports;
  readonly #id: string;
  #batch: { at: string; kind: "resources"; data: Record<string, unknown> }[] = [];

  constructor(ports: Ports, id: string) {
    this.#ports = ports;
    this.#id = id;
  }

  add(seen: BoxResources): void {
    this.#ports.news.resources({ id: this.#id, phase: "scored_run", ...seen });
    this.#batch.push({ at: this.#ports.clock.now(), kind: "resources", data: { ...seen } });
    if (this.#batch.length >= 20) this.flush();
  }

  flush(): void {
    this.#ports.store.addEvents(this.#id, this.#batch.splice(0));
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
