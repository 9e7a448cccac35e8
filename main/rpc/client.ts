import type { EventData, EventName, MethodName, ParamsOf, ResultOf } from "../../preload/contract/index.ts";
import { Push, Response } from "../../preload/contract/index.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import type { Channel } from "./channel.ts";
import { errorOf } from "./error-body.ts";

/** What every program sees of a core, whichever side of a transport it is on. */
export interface WorkbenchClient {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  /** Returns the function that ends the subscription. */
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The caller's side of a channel. When the channel closes, every pending and later call rejects with `core_gone`. */
export class ChannelClient implements WorkbenchClient {
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<(data: never) => void>>();
  #nextId = 1;
  #lastSeq = 0;
  #gone = false;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => this.#receive(message));
    channel.onClose(() => this.#lose());
  }

  /** Number of the last push seen: what a client that comes back sends as `since`. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> {
    // The core is trusted to keep its contract; the contract tests hold it to that.
    return this.callUntyped(method, params) as Promise<ResultOf<M>>;
  }

  callUntyped(method: string, params: unknown): Promise<unknown> {
    if (this.#gone) return Promise.reject(coreGone());
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#channel.send({ id, method, params });
    });
  }

  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#channel.close();
    this.#lose();
  }

  #receive(message: unknown): void {
    const response = Response.safeParse(message);
    if (response.success) {
      const pending = this.#pending.get(response.data.id);
      this.#pending.delete(response.data.id);
      if (response.data.ok) pending?.resolve(response.data.result);
      else pending?.reject(errorOf(response.data.error));
      return;
    }
    const push = Push.safeParse(message);
    if (!push.success) return;
    this.#lastSeq = Math.max(this.#lastSeq, push.data.seq);
    for (const listener of this.#listeners.get(push.data.event) ?? []) listener(push.data.data as never);
  }

  #lose(): void {
    if (this.#gone) return;
    this.#gone = true;
    for (const pending of this.#pending.values()) pending.reject(coreGone());
    this.#pending.clear();
  }
}

const coreGone = (): WorkbenchError =>
  new WorkbenchError(
    "core_gone",
    "The workbench core has ended.",
    "Start the workbench again; finished runs are kept and the interrupted one says so.",
  );
