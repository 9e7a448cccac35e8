import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes that may be on their way to the viewer unacknowledged. */
export const creditWindow = 100_000;
/** Farther behind than this, a viewer is brought to the end instead of through everything. */
export const skipBehind = 5_000_000;
/** What a viewer still gets to see of the end after a skip. */
const keptAfterSkip = 64_000;
const largestChunk = 32_768;
const pollMilliseconds = 60;

export interface LogChunk {
  readonly offset: number;
  readonly bytes: number;
  readonly text: string;
  readonly skipped: number;
}

export interface FollowOptions {
  readonly path: string;
  readonly offset: number;
  /** False once nothing more will be written. */
  readonly live: () => boolean;
  readonly onChunk: (chunk: LogChunk) => void;
  readonly onEnd: (size: number) => void;
}

/**
 * Tails a log file for one viewer. The file is the truth: whoever writes it is never held up by a viewer,
 * and a viewer that does not acknowledge gets nothing more.
 */
export class LogFollower {
  readonly #options: FollowOptions;
  #position: number;
  #unacknowledged = 0;
  #fd: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #decoder = new TextDecoder("utf-8");
  #ended = false;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#position = options.offset;
  }

  start(): void {
    this.#schedule(0);
  }

  acknowledge(bytes: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - bytes);
    if (!this.#ended) this.#schedule(0);
  }

  stop(): void {
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  #schedule(milliseconds: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#turn(), milliseconds);
    this.#timer.unref();
  }

  #turn(): void {
    if (this.#ended) return;
    // Asked before the size: what is written after "no longer live" cannot exist, so nothing is missed.
    const live = this.#options.live();
    const size = this.#size();
    const skipped = this.#skip(size);
    this.#send(size, skipped);
    if (!live && this.#position >= size && size === this.#size()) {
      this.#flushDecoder();
      this.stop();
      this.#options.onEnd(size);
    } else if (this.#position < size && this.#unacknowledged < creditWindow) {
      this.#schedule(0);
    } else {
      this.#schedule(pollMilliseconds);
    }
  }

  #size(): number {
    if (this.#fd === null) {
      try {
        this.#fd = openSync(this.#options.path, "r");
      } catch {
        return 0;
      }
    }
    return fstatSync(this.#fd).size;
  }

  #skip(size: number): number {
    if (size - this.#position <= skipBehind) return 0;
    const target = size - keptAfterSkip;
    const skipped = target - this.#position;
    this.#position = target;
    // Half a character before the gap cannot be completed by bytes after it.
    this.#decoder = new TextDecoder("utf-8");
    return skipped;
  }

  #send(size: number, skipped: number): void {
    if (this.#fd === null) return;
    let passedOver = skipped;
    while (this.#position < size && this.#unacknowledged < creditWindow) {
      const length = Math.min(largestChunk, size - this.#position, creditWindow - this.#unacknowledged);
      const buffer = Buffer.alloc(length);
      const read = readSync(this.#fd, buffer, 0, length, this.#position);
      if (read === 0) return;
      const offset = this.#position;
      this.#position += read;
      this.#unacknowledged += read;
      const text = this.#decoder.decode(buffer.subarray(0, read), { stream: true });
      this.#options.onChunk({ offset, bytes: read, text, skipped: passedOver });
      passedOver = 0;
    }
  }

  #flushDecoder(): void {
    const rest = this.#decoder.decode();
    if (rest !== "") this.#options.onChunk({ offset: this.#position, bytes: 0, text: rest, skipped: 0 });
  }
}
