/**
 * Several sessions over the one IPC channel of a forked core: a window that reloads gets a new session
 * without a new core. Each message is `{session, message}`; `{session, end: true}` closes one.
 */
import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import type { Channel } from "../channel.ts";

const Wrapped = z.union([
  z.object({ session: z.number().int(), end: z.literal(true) }),
  z.object({ session: z.number().int(), message: z.unknown() }),
]);

/** What both ends of Node's IPC have. */
interface Ipc {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
}

class IpcSession implements Channel {
  readonly #end: () => void;
  readonly #post: (message: unknown) => void;
  readonly #closers: (() => void)[] = [];
  readonly #early: unknown[] = [];
  #listener: ((message: unknown) => void) | null = null;
  #closed = false;

  constructor(post: (message: unknown) => void, end: () => void) {
    this.#post = post;
    this.#end = end;
  }

  send(message: unknown): void {
    if (!this.#closed) this.#post(message);
  }

  receive(message: unknown): void {
    if (this.#listener) this.#listener(message);
    else this.#early.push(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
  }

  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#closers.push(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#end();
    this.lost();
  }

  /** The other side closed it. */
  lost(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const closer of this.#closers) closer();
  }
}

class Multiplexer {
  readonly #ipc: Ipc;
  readonly #sessions = new Map<number, IpcSession>();

  constructor(ipc: Ipc, accept: ((channel: Channel) => void) | null) {
    this.#ipc = ipc;
    ipc.onMessage((value) => {
      const parsed = Wrapped.safeParse(value);
      if (!parsed.success) return;
      const wrapped = parsed.data;
      const known = this.#sessions.get(wrapped.session);
      if ("end" in wrapped) {
        this.#sessions.delete(wrapped.session);
        known?.lost();
      } else if (known) {
        known.receive(wrapped.message);
      } else if (accept) {
        const opened = this.open(wrapped.session);
        accept(opened);
        opened.receive(wrapped.message);
      }
    });
    ipc.onDisconnect(() => {
      for (const session of this.#sessions.values()) session.lost();
      this.#sessions.clear();
    });
  }

  open(id: number): IpcSession {
    const session = new IpcSession(
      (message) => this.#ipc.send({ session: id, message }),
      () => {
        this.#sessions.delete(id);
        this.#ipc.send({ session: id, end: true });
      },
    );
    this.#sessions.set(id, session);
    return session;
  }
}

/** In the core process: calls `accept` for each session that the parent opens. */
export function acceptFromParent(accept: (channel: Channel) => void, onDisconnect: () => void): void {
  new Multiplexer(
    {
      send: (message) => {
        if (process.connected) process.send?.(message);
      },
      onMessage: (listener) => process.on("message", listener),
      onDisconnect: (listener) => process.on("disconnect", listener),
    },
    accept,
  );
  process.on("disconnect", onDisconnect);
}

/** In the parent: returns the function that opens a session to the forked core. */
export function sessionsOf(child: ChildProcess): () => Channel {
  let next = 1;
  const multiplexer = new Multiplexer(
    {
      send: (message) => {
        // Errors of a child that is just going are told by `disconnect`.
        if (child.connected) child.send(message as object, () => undefined);
      },
      onMessage: (listener) => child.on("message", listener),
      onDisconnect: (listener) => child.once("disconnect", listener),
    },
    null,
  );
  return () => {
    const channel = multiplexer.open(next);
    next += 1;
    // The core hears of a session by its first message; a door that only listens must be heard too.
    channel.send({ since: Number.MAX_SAFE_INTEGER });
    return channel;
  };
}
