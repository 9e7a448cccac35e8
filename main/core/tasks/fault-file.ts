import { z } from "zod";
import { RunStatus } from "../../../preload/contract/run.ts";

/** `fault.yaml` beside a faulty solution: what it does wrong, and what must come of it when it is graded. */
export const FaultFile = z.strictObject({
  fault: z.string().min(20),
  /** Of the source document. */
  section: z.string().regex(/^\d\.\d$/),
  /** How its scored run ends. */
  ends: RunStatus.default("finished"),
  /** Checks in which it loses points. */
  loses: z.array(z.string()).min(1),
  /** Checks in which it may, by chance. */
  may_lose: z.array(z.string()).default([]),
  /** Rules of the diagnoses that name the fault. */
  diagnoses: z.array(z.string()).default([]),
});
export type FaultFile = z.infer<typeof FaultFile>;
