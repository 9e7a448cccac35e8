import type { Channel } from "../../../main/rpc/channel.ts";

/** The shell's end of a session whose other end is the test. */
export class FakeChannel implements Channel {
  readonly sent: unknown[] = [];
  closed = false;
  #listener: ((message: unknown) => void) | null = null;

  send(message: unknown): void {
    this.sent.push(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  onClose(): void {}

  close(): void {
    this.closed = true;
  }

  /** What the core says. */
  says(message: unknown): void {
    this.#listener?.(message);
  }
}
