/** The managed Python environment: versions found against the lock. */
import { z } from "zod";

export const PackageCheck = z.object({
  name: z.string(),
  wanted: z.string(),
  found: z.string().nullable(),
  ok: z.boolean(),
});
export type PackageCheck = z.infer<typeof PackageCheck>;

export const EnvironmentStatus = z.object({
  ready: z.boolean(),
  executable: z.string().nullable(),
  python: z.string().nullable(),
  lockDigest: z.string(),
  folder: z.string(),
  packages: z.array(PackageCheck),
  /** Why it is not ready and what to do; null when ready. */
  problem: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
});
export type EnvironmentStatus = z.infer<typeof EnvironmentStatus>;

export const EnvironmentProgress = z.object({
  step: z.enum(["find_python", "make_venv", "download", "install", "compile", "fonts", "probe", "ready"]),
  /** 0 to 1 over the whole of it. */
  fraction: z.number().min(0).max(1),
  message: z.string(),
});
export type EnvironmentProgress = z.infer<typeof EnvironmentProgress>;
