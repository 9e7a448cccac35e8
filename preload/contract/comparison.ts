/** Two runs side by side. Two single runs are described, never tested for significance. */
import { z } from "zod";
import { CheckStatus, RunSummary } from "./run.ts";

export const CheckFlip = z.object({
  id: z.string(),
  stage: z.string(),
  a: z
    .object({ points: z.number(), maximum: z.number(), status: CheckStatus, message: z.string() })
    .nullable(),
  b: z
    .object({ points: z.number(), maximum: z.number(), status: CheckStatus, message: z.string() })
    .nullable(),
  /** Points of B minus points of A, in units of the stage's 20. */
  difference: z.number(),
});
export type CheckFlip = z.infer<typeof CheckFlip>;

export const CodeLine = z.object({
  kind: z.enum(["same", "removed", "added"]),
  a: z.number().nullable(),
  b: z.number().nullable(),
  text: z.string(),
});
export type CodeLine = z.infer<typeof CodeLine>;

export const Comparison = z.object({
  a: RunSummary,
  b: RunSummary,
  /** Each thing that makes the comparison unfair, named; empty when it is fair. */
  differences: z.array(z.object({ what: z.string(), a: z.string(), b: z.string() })),
  stages: z.array(
    z.object({ id: z.string(), a: z.number().nullable(), b: z.number().nullable(), maximum: z.number() }),
  ),
  flips: z.array(CheckFlip),
  code: z.array(CodeLine),
});
export type Comparison = z.infer<typeof Comparison>;
