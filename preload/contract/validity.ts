/** How rightly the grader judges: measured on solutions with one planted fault each (`npm run bench grader`). */
import { z } from "zod";

const Share = z.number().min(0).max(1).nullable();

export const Measured = z.object({
  /** Id of a check, or rule of a diagnosis. */
  id: z.string(),
  /** Mutants whose fault concerns it, and how many of them it reacted to. */
  concerned: z.number().int().nonnegative(),
  caught: z.number().int().nonnegative(),
  /** Mutants whose fault does not concern it and that it reacted to nevertheless. */
  falseAlarms: z.number().int().nonnegative(),
  /** The others that do not concern it. */
  quiet: z.number().int().nonnegative(),
  /** caught / (caught + falseAlarms); null where it never reacted and never had to. */
  precision: Share,
  /** caught / concerned; null where no mutant concerns it. */
  recall: Share,
  /** Kinds of faults by name. */
  missedKinds: z.array(z.string()),
  falseKinds: z.array(z.string()),
});
export type Measured = z.infer<typeof Measured>;

export const GraderValidity = z.object({
  schema: z.literal(1),
  /** ISO 8601, a day. */
  date: z.string(),
  commit: z.string(),
  graderVersion: z.string(),
  mutants: z.number().int().nonnegative(),
  kinds: z.number().int().nonnegative(),
  /** Mutants without a fault: nothing may react to them. */
  harmless: z.number().int().nonnegative(),
  bases: z.array(z.object({ task: z.string(), style: z.string(), percent: z.number() })),
  /** Solutions left out, because they were not found right or could not be graded whole. */
  notRight: z.array(z.object({ task: z.string(), style: z.string(), percent: z.number() })).default([]),
  /** Mutants that were planned and not executed. */
  notExecuted: z.number().int().nonnegative(),
  checks: z.array(Measured),
  diagnoses: z.array(Measured),
});
export type GraderValidity = z.infer<typeof GraderValidity>;
