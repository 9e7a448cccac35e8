/** Which rows were added to the hold-out of the second verification execution, and what was changed in each. */
import { z } from "zod";

/** New row_id, row_id of the ordinary row that it was made from. */
const Pair = z.tuple([z.number().int(), z.number().int()]);

export const ProbePlan = z.object({
  schema: z.literal(1),
  /** Every hold-out row once, with the task's noise; empty where the task has none. */
  noisy: z.array(Pair),
  /** By raw column: a sample of rows whose value was exchanged for that of another row. */
  permuted: z.record(z.string(), z.array(Pair)),
});
export type ProbePlan = z.infer<typeof ProbePlan>;
