import { z } from "zod";
import {
  type EventName,
  type EventData,
  type Push,
  Request,
  type Response,
} from "../../preload/contract/index.ts";
import type { Channel } from "./channel.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { errorBody } from "./error-body.ts";
import type { Caller } from "./handlers.ts";
import type { PushHub } from "./push-hub.ts";

/** A door that comes back may say first up to which push it has seen everything. */
export const Since = z.object({ since: z.number().int().nonnegative() }).strict();

/** One open door: its calls, the pushes it gets, and the streams that end with it. */
export class Session implements Caller {
  readonly #dispatcher: Dispatcher;
  readonly #hub: PushHub;
  readonly #send: (push: Push) => void;
  readonly #unsubscribe: () => void;
  readonly #closers: (() => void)[] = [];
  #closed = false;

  constructor(dispatcher: Dispatcher, hub: PushHub, send: (push: Push) => void) {
    this.#dispatcher = dispatcher;
    this.#hub = hub;
    this.#send = send;
    this.#unsubscribe = hub.subscribe(send);
  }

  call(method: string, params: unknown): Promise<unknown> {
    return this.#dispatcher.call(method, params, this);
  }

  /** Answers anything that came over a transport; null where it is no request and cannot be answered. */
  async respond(message: unknown): Promise<Response | null> {
    const request = Request.safeParse(message);
    if (!request.success) return null;
    const { id, method, params } = request.data;
    try {
      return { id, ok: true, result: await this.call(method, params) };
    } catch (error) {
      return { id, ok: false, error: errorBody(error) };
    }
  }

  /** Sends again what was published after `since`. False where some of it is no longer kept. */
  replay(since: number): boolean {
    const { pushes, gap } = this.#hub.after(since);
    for (const push of pushes) this.#send(push);
    return !gap;
  }

  push<E extends EventName>(event: E, data: EventData<E>): void {
    if (!this.#closed) this.#hub.publishTo(this.#send, event, data);
  }

  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#closers.push(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unsubscribe();
    for (const closer of this.#closers) closer();
  }
}

/** Runs a session over a channel until either side closes. */
export function serveChannel(open: (send: (push: Push) => void) => Session, channel: Channel): Session {
  const session = open((push) => channel.send(push));
  channel.onClose(() => session.close());
  channel.onMessage((message) => {
    const since = Since.safeParse(message);
    if (since.success) session.replay(since.data.since);
    else void session.respond(message).then((response) => response && channel.send(response));
  });
  return session;
}
