import type { RunPhase } from "../../../preload/contract/index.ts";
import type { Ports } from "./ports.ts";
import type { RunEnd } from "./run-store.ts";

/** Says which phase a run is in, and how long each took. */
export class PhaseClock {
  readonly #ports: Ports;
  readonly #id: string;
  readonly #taken: { phase: RunPhase; seconds: number }[] = [];

  constructor(ports: Ports, id: string) {
    this.#ports = ports;
    this.#id = id;
  }

  get taken(): RunEnd["phases"] {
    return this.#taken;
  }

  /** Runs one phase. It counts also where it fails. */
  async in<T>(phase: RunPhase, work: () => Promise<T>): Promise<T> {
    const { store, clock, news } = this.#ports;
    const began = clock.seconds();
    store.setPhase(this.#id, phase);
    store.addEvents(this.#id, [{ at: clock.now(), kind: "phase", data: { phase } }]);
    news.changed({ id: this.#id, status: "running", phase, reason: null, percent: null });
    try {
      return await work();
    } finally {
      this.#taken.push({ phase, seconds: Math.round((clock.seconds() - began) * 1000) / 1000 });
    }
  }
}
