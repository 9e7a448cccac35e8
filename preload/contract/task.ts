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
  /** Those of the pipeline that the task has. */
  stages: z.array(StageId),
  /** Public data that everybody has: variants are other splits of the same rows. Else each variant is new data. */
  realData: z.boolean(),
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

/** One fault of a task folder: which rule, where, and what to do. */
export const TaskFinding = z.object({
  rule: z.string(),
  /** Path below the task's folder. */
  file: z.string(),
  line: z.number().nullable(),
  message: z.string(),
  fix: z.string(),
});
export type TaskFinding = z.infer<typeof TaskFinding>;

export const TaskValidation = z.object({
  task: z.string(),
  folder: z.string(),
  ok: z.boolean(),
  findings: z.array(TaskFinding),
  /** What was looked at: a validation that stopped early has not looked at everything. */
  looked: z.array(z.string()),
});
export type TaskValidation = z.infer<typeof TaskValidation>;

export const ColumnProfile = z.object({
  name: z.string(),
  type: z.enum(["number", "date", "text", "mixed", "empty"]),
  /** Rows without a value, of those that were profiled. */
  missing: z.number(),
  distinct: z.number(),
  /** False where there are more distinct values than were counted. */
  distinctIsWhole: z.boolean(),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  mostFrequent: z.array(z.object({ value: z.string(), count: z.number() })),
});
export type ColumnProfile = z.infer<typeof ColumnProfile>;

/** A data file of a variant's public folder. */
export const DataFile = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("table"),
    name: z.string(),
    bytes: z.number(),
    profiledRows: z.number(),
    /** False where the table has more rows than were profiled. */
    isWhole: z.boolean(),
    columns: z.array(ColumnProfile),
    /** Columns behind those, of a very wide table. */
    columnsLeftOut: z.number(),
    /** The first rows, cells in the order of the columns. */
    rows: z.array(z.array(z.string())),
  }),
  z.object({ kind: z.literal("other"), name: z.string(), bytes: z.number() }),
]);
export type DataFile = z.infer<typeof DataFile>;

/** A variant that lies in the data folder. `folder` is what an agent sees of it. */
export const KeptVariant = z.object({
  variant: z.number(),
  language: Language,
  digest: z.string(),
  folder: z.string(),
  bytes: z.number(),
});
export type KeptVariant = z.infer<typeof KeptVariant>;
