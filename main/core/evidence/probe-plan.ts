/** What was changed in the data of the second verification execution, and in which rows. */
import { z } from "zod";

/** row_id of the probe row, row_id of the ordinary row that it was made from. The same where it was altered in place. */
const Pair = z.tuple([z.number().int(), z.number().int()]);

export const ProbePlan = z.object({
  schema: z.literal(1),
  /**
   * `added`: probe rows stand among the ordinary ones of the same execution. `in_place`: the rows themselves were
   * altered, so that the scored run says what they were answered before. `edges`: rows were added to the data of a rule.
   */
  place: z.enum(["added", "in_place", "edges"]).default("added"),
  /** Hold-out rows with the task's noise; empty where the task has none. */
  noisy: z.array(Pair),
  /** By raw column: a sample of rows whose value was exchanged for that of another row. */
  permuted: z.record(z.string(), z.array(Pair)),
  /** By identifier or column of personal data: the same. No right model answers otherwise. */
  unrelated: z.record(z.string(), z.array(Pair)).default({}),
  /** By word of a text task: the share of hold-out texts that hold it, and texts that it was removed from. */
  words: z.record(z.string(), z.object({ share: z.number(), pairs: z.array(Pair) })).default({}),
  /** Columns that a model may use and that could not be exchanged: the target's history, the key of a forecast. */
  unprobed: z.array(z.string()).default([]),
});
export type ProbePlan = z.output<typeof ProbePlan>;
