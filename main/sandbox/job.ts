import { z } from "zod";
import { Level } from "../../preload/contract/run.ts";

/** Seconds and bytes; what is left out takes the launcher's default (sandbox/launcher/job.py). */
export const SandboxLimits = z.object({
  wall_seconds: z.number().positive(),
  memory_bytes: z.number().int().positive(),
  cores: z.number().int().positive(),
  threads: z.number().int().positive().optional(),
  /** Beside the solution's own process; 0 unless the task allows more. */
  processes: z.number().int().min(0).max(1000).optional(),
  tmp_bytes: z.number().int().positive().optional(),
  inodes: z.number().int().positive().optional(),
  file_bytes: z.number().int().positive().optional(),
  artifact_file_bytes: z.number().int().positive().optional(),
  artifact_total_bytes: z.number().int().positive().optional(),
  artifact_count: z.number().int().positive().optional(),
  /** The log file takes this much; the rest is counted and dropped, and said so. */
  log_bytes: z.number().int().positive().optional(),
});
export type SandboxLimits = z.infer<typeof SandboxLimits>;

/** One execution under the walls. Paths are absolute. */
export const SandboxJob = z.object({
  /** Copied to the box at /mle/solution, which may not be written there. */
  solution: z.string(),
  /** Relative to `solution`. */
  entry: z.string(),
  /** Read-only at /tmp/mle_data; null for none. */
  data: z.string().nullable(),
  task_id: z.string(),
  seed: z.number().int(),
  limits: SandboxLimits,
  /** What the agent is told, where the real walls are wider. */
  shown_limits: SandboxLimits.pick({ wall_seconds: true, memory_bytes: true, cores: true }).nullable(),
  recorder: z.enum(["off", "events", "full"]),
  /** Everything the solution prints is appended here. */
  log: z.string(),
  /** Collected artifacts; made when missing. */
  report_out: z.string(),
  evidence_out: z.string().nullable(),
  /** A machine that offers less refuses the job. */
  min_level: Level.nullable(),
  python: z.object({ prefix: z.string() }),
  /** Files below site-packages that the box does not show; a sentence stands in their place. */
  masked: z.array(z.string()).readonly().optional(),
});
export type SandboxJob = z.infer<typeof SandboxJob>;
