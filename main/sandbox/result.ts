import { z } from "zod";
import { Ending, EndingFact } from "../../preload/contract/ending.ts";
import { Artifact, Level, Skipped, WallRecord } from "../../preload/contract/run.ts";

/** First 64 KB as text, and how many bytes there were. */
export const SandboxOutput = z.object({ text: z.string(), bytes: z.number() });
export type SandboxOutput = z.infer<typeof SandboxOutput>;

/** How the box was built, for the record of the run. */
export const SandboxRecord = z.object({
  engine: z.string(),
  /** Kind of namespace -> its inode, as /proc names it. */
  namespaces: z.record(z.string(), z.string()),
  /** `2` is a filter, as in /proc/PID/status; null where the solution never started. */
  seccomp: z.string().nullable(),
  noNewPrivs: z.string().nullable(),
  capEff: z.string().nullable(),
  landlockAbi: z.number().nullable(),
  peakThreads: z.number(),
  kernel: z.string().nullable(),
  versions: z.record(z.string(), z.string()),
  /** `works`, or `off: ` and why. A fit of Prophet is a program, which each box tries at its start. */
  prophet: z.string().default("unknown"),
  /** Level 1: the box's control group as the kernel told it after the end; null where there is none. */
  controlGroup: z
    .object({
      memoryMaxBytes: z.number().nullable(),
      memoryPeakBytes: z.number(),
      /** How often its own limit was met and nothing could be freed. */
      exhausted: z.number(),
      kills: z.number(),
      tasksMax: z.number().nullable(),
      cores: z.number().nullable(),
    })
    .nullable()
    .default(null),
  digests: z.record(z.string(), z.string().nullable()),
});
export type SandboxRecord = z.infer<typeof SandboxRecord>;

export const SandboxResult = z.object({
  status: z.enum(["finished", "failed", "timeout", "out_of_memory", "cancelled", "infrastructure"]),
  /** One sentence; null for `finished`. */
  reason: z.string().nullable(),
  ending: Ending,
  facts: z.array(EndingFact),
  exitCode: z.number().int().nullable(),
  /** Set when the solution crashed by it; a kill at a limit is in `status`. */
  signal: z.string().nullable(),
  level: Level,
  walls: z.array(WallRecord),
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  peakMemoryBytes: z.number(),
  /** Threads that the numeric libraries were given: the number of cores. */
  threads: z.number(),
  stdout: SandboxOutput,
  stderr: SandboxOutput,
  artifacts: z.array(Artifact),
  skipped: z.array(Skipped),
  record: SandboxRecord,
});
export type SandboxResult = z.infer<typeof SandboxResult>;
