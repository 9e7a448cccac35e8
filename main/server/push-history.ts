import type { Push } from "../../preload/contract/index.ts";

/** Enough for a browser that was away for some seconds of a loud run; a longer gap is said, not hidden. */
const keptPushes = 5000;
const keptCharacters = 16_000_000;

interface Kept {
  readonly seq: number;
  readonly text: string;
}

export interface Replay {
  /** Serialised pushes after `seq`, in order. */
  readonly pushes: readonly string[];
  /** True where some pushes after `seq` are no longer kept: the page must read its state anew. */
  readonly gap: boolean;
}

/** Numbers pushes from 1 and keeps the last ones for browsers that come back. */
export class PushHistory {
  #kept: Kept[] = [];
  #characters = 0;
  #last = 0;

  get last(): number {
    return this.#last;
  }

  /** Returns the serialised push, ready for every socket. */
  add(event: string, data: unknown): string {
    this.#last += 1;
    const push: Push = { event, seq: this.#last, data };
    const text = JSON.stringify(push);
    this.#kept.push({ seq: this.#last, text });
    this.#characters += text.length;
    while (this.#kept.length > keptPushes || this.#characters > keptCharacters) {
      this.#characters -= this.#kept.shift()?.text.length ?? 0;
    }
    return text;
  }

  after(seq: number): Replay {
    const first = this.#kept[0]?.seq ?? this.#last + 1;
    return {
      pushes: this.#kept.filter((kept) => kept.seq > seq).map((kept) => kept.text),
      gap: seq > this.#last || seq + 1 < first,
    };
  }
}
