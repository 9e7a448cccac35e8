/**
 * Follows a run's log with credits: a chunk is acknowledged only when the terminal has drawn it, so that a run which
 * prints without end never fills the window's memory. Text is made safe before it is drawn.
 */
import type { EventData } from "../../preload/contract/events.ts";
import type { Workbench } from "../../preload/contract/workbench.ts";
import { TerminalSanitiser } from "./sanitiser.ts";

export interface LogScreen {
  /** Calls `drawn` once the text is on screen. */
  write(text: string, drawn: () => void): void;
  /** Bytes were passed over because the viewer was too far behind. */
  skipped(bytes: number): void;
  /** The log is whole: nothing more will come. */
  ended(size: number): void;
  failed(error: unknown): void;
}

type Chunk = EventData<"log.chunk">;
type End = EventData<"log.end">;

export class LogFollower {
  readonly #workbench: Workbench;
  readonly #screen: LogScreen;
  readonly #sanitiser = new TerminalSanitiser();
  readonly #subscriptions: (() => void)[];
  #stream: string | null = null;
  /** Pushes may overtake the answer that names their stream. */
  #early: ({ readonly chunk: Chunk } | { readonly end: End })[] = [];
  #offset = 0;
  #closed = false;

  constructor(workbench: Workbench, screen: LogScreen) {
    this.#workbench = workbench;
    this.#screen = screen;
    this.#subscriptions = [
      workbench.on("log.chunk", (chunk) => {
        if (this.#stream === null) this.#early.push({ chunk });
        else this.#take(chunk);
      }),
      workbench.on("log.end", (end) => {
        if (this.#stream === null) this.#early.push({ end });
        else this.#end(end);
      }),
    ];
  }

  /** Begins, or goes on after a lost connection, where the screen stands. */
  async follow(id: string): Promise<void> {
    this.#stream = null;
    this.#early = [];
    try {
      const { stream } = await this.#workbench.call("log.follow", { id, offset: this.#offset });
      if (this.#closed) {
        this.#stop(stream);
        return;
      }
      this.#stream = stream;
      for (const push of this.#early.splice(0)) {
        if ("chunk" in push) this.#take(push.chunk);
        else this.#end(push.end);
      }
    } catch (error) {
      if (!this.#closed) this.#screen.failed(error);
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const end of this.#subscriptions) end();
    if (this.#stream !== null) this.#stop(this.#stream);
  }

  #take(chunk: Chunk): void {
    if (chunk.stream !== this.#stream || this.#closed) return;
    const { stream } = chunk;
    if (chunk.skipped > 0) this.#screen.skipped(chunk.skipped);
    this.#offset = chunk.offset + chunk.bytes;
    const acknowledge = () => {
      if (this.#closed || chunk.bytes <= 0) return;
      // A stream that has gone in the meantime needs no credit.
      this.#workbench.call("log.ack", { stream, bytes: chunk.bytes }).catch(() => undefined);
    };
    const safe = this.#sanitiser.push(chunk.text);
    if (safe === "") acknowledge();
    else this.#screen.write(safe, acknowledge);
  }

  #end(end: End): void {
    if (end.stream === this.#stream && !this.#closed) this.#screen.ended(end.size);
  }

  #stop(stream: string): void {
    this.#workbench.call("log.stop", { stream }).catch(() => undefined);
  }
}
