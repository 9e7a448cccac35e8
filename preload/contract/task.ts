/** Tasks as users see them. */
import { z } from "zod";
import { StageId } from "./run.ts";

export const Language = z.enum(["en", "zh"]);
export type Language = z.infer<typeof Language>;

export const TaskWalls = z.object({
  timeoutSeconds: z.number(),
  memoryBytes: z.number(),
  cpuCores: z.number(),
  allowedModels: z.array(z.string()).nullable(),
  prohibited: z.array(z.string()),
});
export type TaskWalls = z.infer<typeof TaskWalls>;

export const TaskSummary = z.object({
  id: z.string(),
  version: z.string(),
  digest: z.string(),
  title: z.string(),
  taskType: z.string(),
  walls: TaskWalls,
  solutions: z.array(z.string()),
});
export type TaskSummary = z.infer<typeof TaskSummary>;

export const RubricCheck = z.object({ id: z.string(), points: z.number(), title: z.string() });
export const TaskDetail = TaskSummary.extend({
  brief: z.string(),
  contract: z.string(),
  card: z.string(),
  rubric: z.array(z.object({ stage: StageId, checks: z.array(RubricCheck) })),
});
export type TaskDetail = z.infer<typeof TaskDetail>;
