import { randomUUID } from "node:crypto";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { LogFollower } from "../process/log-follower.ts";
import type { Caller } from "../rpc/handlers.ts";

interface Stream {
  readonly follower: LogFollower;
  readonly caller: Caller;
}

/** Log streams of all doors. A stream belongs to the door that asked for it, and ends with it. */
export class LogStreams {
  readonly #streams = new Map<string, Stream>();

  follow(
    log: { readonly path: string; readonly offset: number; readonly live: () => boolean },
    caller: Caller,
  ): string {
    const stream = randomUUID();
    const follower = new LogFollower({
      ...log,
      onChunk: (chunk) => caller.push("log.chunk", { stream, ...chunk }),
      onEnd: (size) => {
        this.#streams.delete(stream);
        caller.push("log.end", { stream, size });
      },
    });
    this.#streams.set(stream, { follower, caller });
    caller.onClose(() => this.#end(stream));
    follower.start();
    return stream;
  }

  acknowledge(stream: string, bytes: number, caller: Caller): void {
    // A stream that has just ended is no fault of the viewer, which could not know.
    this.#own(stream, caller)?.follower.acknowledge(bytes);
  }

  stop(stream: string, caller: Caller): void {
    if (this.#own(stream, caller)) this.#end(stream);
  }

  close(): void {
    for (const stream of this.#streams.keys()) this.#end(stream);
  }

  #own(stream: string, caller: Caller): Stream | undefined {
    const found = this.#streams.get(stream);
    if (found === undefined || found.caller === caller) return found;
    throw new WorkbenchError(
      "not_found",
      "There is no such log stream.",
      "Follow the log again with log.follow.",
      { stream },
    );
  }

  #end(stream: string): void {
    this.#streams.get(stream)?.follower.stop();
    this.#streams.delete(stream);
  }
}
