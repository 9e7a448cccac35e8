import { z } from "zod";

/** Boxes that wait for a job with their libraries loaded. */
export const WaitingBoxes = z.object({
  /** How many may wait. */
  count: z.number().int(),
  /** Given up after so long without a job. */
  idleSeconds: z.number(),
  /** None waits while the machine has less memory available. */
  minimumFreeBytes: z.number(),
  freeBytes: z.number(),
  waiting: z.array(
    z.object({
      ready: z.boolean(),
      /** Pages of its own; what it shares with files of the environment is not counted. */
      memoryBytes: z.number(),
      ageSeconds: z.number(),
    }),
  ),
  /** Why the last one could not be made. */
  problem: z.string().nullable(),
});
export type WaitingBoxes = z.infer<typeof WaitingBoxes>;
