/** Gradings of one run: each kept, any two of them side by side, and what people set by hand. */
import { z } from "zod";
import { CheckFlip } from "./comparison.ts";
import { Diagnosis } from "./run.ts";

/** One grading in the history of a run. Gradings are only added. */
export const GradingSummary = z.object({
  id: z.number().int().positive(),
  /** ISO 8601 in UTC. */
  gradedAt: z.string(),
  graderVersion: z.string(),
  /** `grader`: as the grader judged; `overridden`: with points that people set. */
  kind: z.enum(["grader", "overridden"]),
  total: z.number(),
  rawTotal: z.number(),
  percent: z.number(),
  complete: z.boolean(),
  /** The one that the run shows and counts with. */
  current: z.boolean(),
});
export type GradingSummary = z.infer<typeof GradingSummary>;

/** What changed from one grading of a run to another, check by check. */
export const GradingComparison = z.object({
  from: GradingSummary,
  to: GradingSummary,
  /** Checks with other points, status or maximum, the largest difference first; `a` is before, `b` after. */
  flips: z.array(CheckFlip),
  /** Diagnoses that only the earlier, or only the later one gives. */
  gone: z.array(Diagnosis),
  come: z.array(Diagnosis),
});
export type GradingComparison = z.infer<typeof GradingComparison>;
