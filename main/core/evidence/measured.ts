/** How memory and CPU time of a run were counted, from what was in force. */
import type { Level, WallRecord } from "../../../preload/contract/run.ts";
import type { Measured } from "./evidence.ts";

/** Of an execution: from the record of its walls. Null where the walls never stood. */
export function measuredOf(execution: { readonly walls: readonly WallRecord[] }): Measured | null {
  const wall = (name: WallRecord["wall"]) => execution.walls.find((one) => one.wall === name);
  const [memory, cpu] = [wall("memory"), wall("cpu")];
  if (memory === undefined || typeof cpu?.effective !== "number") return null;
  return {
    memoryBy: memory.kind === "wall" ? "cgroup" : memory.kind === "watch" ? "watch" : "none",
    cores: cpu.effective,
  };
}

/** Of a reference: from the level it was measured at. Null for a level that is not known. */
export function measuredAt(how: { readonly level: string; readonly cores: number } | null): Measured | null {
  const memoryBy = how === null ? undefined : byLevel.get(how.level);
  return how === null || memoryBy === undefined ? null : { memoryBy, cores: how.cores };
}

const byLevel: ReadonlyMap<string, Measured["memoryBy"]> = new Map<Level, Measured["memoryBy"]>([
  ["L1", "cgroup"],
  ["L2", "watch"],
  ["L3", "watch"],
  ["L4", "watch"],
  ["L5", "none"],
]);
