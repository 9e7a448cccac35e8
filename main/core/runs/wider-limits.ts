import type { Task } from "../tasks/task.ts";
import type { BoxJob } from "./ports.ts";

/** The full recorder and probe rows cost time and memory that the agent must not pay for. */
const wider = { wall: 4, memory: 3 } as const;

export const scoredLimits = (task: Pick<Task, "walls">): BoxJob["limits"] => ({
  wallSeconds: task.walls.timeoutSeconds,
  memoryBytes: task.walls.memoryBytes,
  cores: task.walls.cpuCores,
});

/** The real walls of a verification execution, and the scored ones, which the code is told. */
export function verificationLimits(task: Pick<Task, "walls">): Pick<BoxJob, "limits" | "shownLimits"> {
  const shownLimits = scoredLimits(task);
  return {
    shownLimits,
    limits: {
      wallSeconds: shownLimits.wallSeconds * wider.wall,
      memoryBytes: shownLimits.memoryBytes * wider.memory,
      cores: shownLimits.cores,
    },
  };
}
