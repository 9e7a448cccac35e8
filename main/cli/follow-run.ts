import type { Run } from "../../preload/contract/index.ts";
import type { CliContext } from "./context.ts";
import type { ConnectedCore } from "./connect.ts";
import { bytes, seconds } from "./units.ts";
import { words } from "./words.ts";

/** Shows a run while it goes, and answers when it has ended. Ctrl-C cancels the run first. */
export async function followRun(core: ConnectedCore, id: string, context: CliContext): Promise<Run> {
  const say = words[context.language ?? "en"];
  let phase = "";
  const subscriptions = [
    core.on("run.changed", (data) => {
      if (data.id !== id || data.status !== "running" || data.phase === phase) return;
      phase = data.phase;
      context.note(`${say.run} ${id}: ${say.phases[data.phase]}`);
    }),
    core.on("run.resources", (data) => {
      if (data.id !== id || context.quiet) return;
      context.err.status(
        `${say.phases[data.phase]}  ${seconds(data.wallSeconds)}  CPU ${seconds(data.cpuSeconds)}  ${bytes(data.memoryBytes)}`,
      );
    }),
  ];
  const cancel = (): void => {
    // It may have ended by itself in this moment: that is no error of the user.
    core.call("runs.cancel", { id }).catch(() => undefined);
  };
  context.signal.addEventListener("abort", cancel, { once: true });
  if (context.signal.aborted) cancel();
  try {
    for (;;) {
      const run = await core.call("runs.wait", { id, seconds: 600 });
      if (run.status !== "queued" && run.status !== "running") return run;
    }
  } finally {
    context.signal.removeEventListener("abort", cancel);
    for (const unsubscribe of subscriptions) unsubscribe();
    context.err.clearStatus();
  }
}
