import { LogFollower } from "../../process/log-follower.ts";
import { DecisionLines } from "./decision-lines.ts";
import type { Ports } from "./ports.ts";
import type { RunEvent } from "./run-store.ts";

/** Enough for any honest run; a flood is left in the log. */
const mostDecisions = 2000;

/** Tells the decisions that a run prints while it prints them. Returns the function that ends the watch. */
export function watchDecisions(ports: Ports, id: string, log: string, offset: number): () => void {
  const lines = new DecisionLines();
  let told = 0;
  const follower = new LogFollower({
    path: log,
    offset,
    live: () => true,
    onChunk: (chunk) => {
      const decisions = lines.add(chunk.text).slice(0, mostDecisions - told);
      told += decisions.length;
      const at = ports.clock.now();
      ports.store.addEvents(
        id,
        decisions.map((data): RunEvent => ({ at, kind: "decision", data })),
      );
      for (const decision of decisions) ports.news.decision({ id, ...decision });
      follower.acknowledge(chunk.bytes);
    },
    onEnd: () => undefined,
  });
  follower.start();
  return () => follower.stop();
}
