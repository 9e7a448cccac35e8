/** `calibration.json`: what baseline and reference reached in the sandbox. Measured, never typed. */
import { z } from "zod";

export const VariantCalibration = z.object({
  variant: z.number().int().nonnegative(),
  /** sha256 of the generated data that was measured. */
  digest: z.string(),
  /** The task's primary metric on the hold-out, 0 to 1. */
  baseline: z.number(),
  /** Column of the best single-feature tree; null where the baseline is not a tree. */
  baselineFeature: z.string().nullable(),
  reference: z.number(),
  /** Standard error of the reference's metric on the hold-out, by bootstrap over rows. */
  standardError: z.number().positive(),
  referencePeakMemoryBytes: z.number().positive(),
  referenceCpuSeconds: z.number().positive(),
  referenceWallSeconds: z.number().positive(),
  /** Where this variant was measured in another way than the file says: on the user's own machine. */
  level: z.string().optional(),
  cores: z.number().optional(),
});
export type VariantCalibration = z.infer<typeof VariantCalibration>;

export const Calibration = z.object({
  schema: z.literal(1),
  task: z.string(),
  generator: z.string(),
  /** Digest of the folder `solutions/reference` that was measured. */
  referenceDigest: z.string(),
  /** How the kernel counted memory and CPU, as the sandbox names its level; empty where that is not known. */
  level: z.string(),
  /** That the reference really had: a machine may have fewer than the task grants. */
  cores: z.number(),
  variants: z.array(VariantCalibration),
});
export type Calibration = z.infer<typeof Calibration>;
