import type { EventData, EventName, Push } from "../../preload/contract/index.ts";

export type PushListener = (push: Push) => void;

/** Pushes to all that are kept for doors that come back. */
const kept = 2000;

/** Numbers every push of this core from 1, and replays what a door missed. */
export class PushHub {
  readonly #listeners = new Set<PushListener>();
  readonly #history: Push[] = [];
  #seq = 0;

  get seq(): number {
    return this.#seq;
  }

  /** To every door. */
  publish<E extends EventName>(event: E, data: EventData<E>): void {
    const push = this.#number(event, data);
    this.#history.push(push);
    if (this.#history.length > kept) this.#history.shift();
    for (const listener of this.#listeners) listener(push);
  }

  /** To one door: numbered like the others, but not kept, because the stream dies with its door. */
  publishTo<E extends EventName>(listener: PushListener, event: E, data: EventData<E>): void {
    listener(this.#number(event, data));
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: PushListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What was published to all after `since`; `gap` where some of it is no longer kept. */
  after(since: number): { readonly pushes: readonly Push[]; readonly gap: boolean } {
    const oldest = this.#history[0]?.seq ?? this.#seq + 1;
    const gap = since > this.#seq || (this.#history.length === kept && since + 1 < oldest);
    return { pushes: this.#history.filter((push) => push.seq > since), gap };
  }

  #number(event: EventName, data: unknown): Push {
    this.#seq += 1;
    return { event, seq: this.#seq, data };
  }
}
