import type { EventData } from "../../preload/contract/index.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import type { ConnectedCore } from "./connect.ts";
import type { CliContext } from "./context.ts";

/** Writes a log to stdout as it grows, until the run has ended or Ctrl-C. */
export async function followLog(core: ConnectedCore, id: string, context: CliContext): Promise<void> {
  const ended = Promise.withResolvers<void>();
  // Chunks may come before the answer that names the stream.
  const early: EventData<"log.chunk">[] = [];
  let stream: string | null = null;
  const take = (chunk: EventData<"log.chunk">): void => {
    if (chunk.stream !== stream) return;
    if (chunk.skipped > 0) context.note(`[${chunk.skipped} bytes passed over; the whole log is in the file]`);
    context.out.raw(chunk.text);
    if (chunk.bytes > 0) core.call("log.ack", { stream, bytes: chunk.bytes }).catch(ended.reject);
  };
  const subscriptions = [
    core.on("log.chunk", (chunk) => {
      if (stream === null) early.push(chunk);
      else take(chunk);
    }),
    core.on("log.end", (end) => {
      if (stream === null || end.stream === stream) ended.resolve();
    }),
  ];
  const stop = (): void =>
    ended.reject(new WorkbenchError("interrupted", "Interrupted.", "The run goes on where it was started."));
  context.signal.addEventListener("abort", stop, { once: true });
  try {
    const opened = await core.call("log.follow", { id, offset: 0 });
    stream = opened.stream;
    for (const chunk of early.splice(0)) take(chunk);
    await ended.promise;
  } finally {
    context.signal.removeEventListener("abort", stop);
    for (const unsubscribe of subscriptions) unsubscribe();
  }
}
