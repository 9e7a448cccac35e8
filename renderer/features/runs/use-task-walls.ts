/** The walls that a run is measured against: what was in force where recorded, else what the task asks for. */
import type { Run, WallName } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { useCall } from "../../connection/use-call.ts";

export interface RunWalls {
  readonly wallSeconds: number;
  readonly memoryBytes: number;
  readonly cores: number;
}

const inForce = (run: Run, name: WallName): number | null => {
  const value = run.sandbox.walls.find((wall) => wall.wall === name)?.effective;
  return typeof value === "number" && value > 0 ? value : null;
};

export function useTaskWalls(run: Run): RunWalls | null {
  const { language } = useReader();
  const tasks = useCall("tasks.list", { language });
  const asked = tasks.data?.tasks.find((task) => task.id === run.task.id)?.walls;
  const wallSeconds = inForce(run, "wall_clock") ?? asked?.timeoutSeconds;
  const memoryBytes = inForce(run, "memory") ?? asked?.memoryBytes;
  const cores = inForce(run, "cpu") ?? asked?.cpuCores;
  if (wallSeconds === undefined || memoryBytes === undefined || cores === undefined) return null;
  return { wallSeconds, memoryBytes, cores };
}
