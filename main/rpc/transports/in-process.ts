import type { Channel } from "../channel.ts";

class Half implements Channel {
  other: Half | null = null;
  #listener: ((message: unknown) => void) | null = null;
  #early: unknown[] = [];
  #closers: (() => void)[] = [];
  #closed = false;

  send(message: unknown): void {
    if (this.#closed) return;
    // Copied like on every other transport: nobody can change what the other side holds.
    const copy: unknown = JSON.parse(JSON.stringify(message));
    queueMicrotask(() => this.other?.receive(copy));
  }

  receive(message: unknown): void {
    if (this.#closed) return;
    if (this.#listener) this.#listener(message);
    else this.#early.push(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
  }

  onClose(listener: () => void): void {
    this.#closers.push(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const closer of this.#closers) closer();
    this.other?.close();
  }
}

/** Two ends of one channel inside this process. */
export function inProcessChannels(): readonly [Channel, Channel] {
  const a = new Half();
  const b = new Half();
  a.other = b;
  b.other = a;
  return [a, b];
}
