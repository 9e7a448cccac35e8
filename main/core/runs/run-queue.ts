import type { StopReason } from "./stop-reason.ts";

interface Entry {
  readonly id: string;
  readonly controller: AbortController;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly done: PromiseWithResolvers<void>;
}

/** Runs entries in order, at most `width` at once: a run beside another one would meet other resources. */
export class RunQueue {
  readonly #width: number;
  readonly #waiting: Entry[] = [];
  readonly #running = new Map<string, Entry>();
  #closed = false;

  constructor(width = 1) {
    this.#width = width;
  }

  /** `work` is called also for an entry that was stopped while it waited: its signal is aborted then. */
  add(id: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.#waiting.push({ id, work, controller: new AbortController(), done: Promise.withResolvers() });
    this.#next();
  }

  /** False where no such entry waits or runs. */
  stop(id: string, reason: StopReason): boolean {
    const entry = this.#find(id);
    if (!entry) return false;
    entry.controller.abort(reason);
    const position = this.#waiting.indexOf(entry);
    if (position >= 0) {
      this.#waiting.splice(position, 1);
      this.#start(entry);
    }
    return true;
  }

  /** Resolves when the entry has ended, at once where there is none. */
  ended(id: string): Promise<void> {
    return this.#find(id)?.done.promise ?? Promise.resolve();
  }

  get ids(): readonly string[] {
    return [...this.#running.keys(), ...this.#waiting.map((entry) => entry.id)];
  }

  /** Resolves when nothing waits and nothing runs. */
  async idle(): Promise<void> {
    for (let id = this.ids[0]; id !== undefined; id = this.ids[0]) await this.ended(id);
  }

  /** Stops everything and takes nothing more. */
  async close(reason: StopReason): Promise<void> {
    this.#closed = true;
    for (const id of this.ids) this.stop(id, reason);
    await this.idle();
  }

  #find(id: string): Entry | undefined {
    return this.#running.get(id) ?? this.#waiting.find((entry) => entry.id === id);
  }

  #next(): void {
    while (!this.#closed && this.#running.size < this.#width) {
      const entry = this.#waiting.shift();
      if (!entry) return;
      this.#start(entry);
    }
  }

  #start(entry: Entry): void {
    this.#running.set(entry.id, entry);
    void entry
      .work(entry.controller.signal)
      .catch(() => undefined)
      .finally(() => {
        this.#running.delete(entry.id);
        entry.done.resolve();
        this.#next();
      });
  }
}
