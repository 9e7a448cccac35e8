import { z } from "zod";
import { EndingFact } from "../../preload/contract/ending.ts";
import { Artifact, Level, Skipped, WallRecord } from "../../preload/contract/run.ts";
import { SandboxJob } from "./job.ts";
import { SandboxOutput, SandboxRecord } from "./result.ts";

/** Seconds, and how many calls; what is left out takes the launcher's default (sandbox/launcher/session_job.py). */
export const SessionTerms = z.object({
  /** At most so long for one call. */
  call_seconds: z.number().positive().optional(),
  /** All calls together, over every reset. */
  total_seconds: z.number().positive().optional(),
  calls: z.number().int().positive().optional(),
  /** A session that nobody calls for so long is closed. */
  idle_seconds: z.number().positive().optional(),
});
export type SessionTerms = z.infer<typeof SessionTerms>;

/** A job without an entry. The wall clock of each call is in `session`. */
export const SandboxSessionJob = SandboxJob.omit({ entry: true, solution: true, limits: true }).extend({
  /** Files to start with, at /mle/solution; null for none. */
  solution: z.string().nullable(),
  limits: SandboxJob.shape.limits.omit({ wall_seconds: true }),
  session: SessionTerms,
});
export type SandboxSessionJob = z.infer<typeof SandboxSessionJob>;

export const SessionLeft = z.object({ seconds: z.number(), calls: z.number() });

export const SessionOpened = z.object({
  level: Level,
  /** Versions of Python and of the libraries that are loaded. */
  python: z.record(z.string(), z.string()),
  left: SessionLeft,
});
export type SessionOpened = z.infer<typeof SessionOpened>;

export const SessionEndCause = z.enum([
  "closed",
  "idle",
  "call_time",
  "session_time",
  "out_of_memory",
  /** The code ended Python (sys.exit, os._exit). */
  "exited",
  "crashed",
  /** A cancelled call did not stop by itself. */
  "cancelled",
  /** The session's process wrote to its pipe what is no answer. */
  "broken",
  "infrastructure",
]);

/** How a box ended. The record of its walls is there where it came so far. */
export const SessionEnd = z.object({
  cause: SessionEndCause,
  /** One sentence; null for `closed`. */
  reason: z.string().nullable(),
  /** The call that was on. */
  call: z.number().int().nullable(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Seconds or bytes of the limit that was met. */
  limit: z.number().nullable(),
  level: Level.optional(),
  walls: z.array(WallRecord).optional(),
  wallSeconds: z.number().optional(),
  cpuSeconds: z.number().optional(),
  peakMemoryBytes: z.number().optional(),
  facts: z.array(EndingFact).optional(),
  artifacts: z.array(Artifact).optional(),
  skipped: z.array(Skipped).optional(),
  record: SandboxRecord.optional(),
});
export type SessionEnd = z.infer<typeof SessionEnd>;

/** What became of one cell. What the code wrote (value, error, output) is the agent's word and nothing more. */
export const SessionAnswer = z.object({
  /** Counted from 1 over every reset. */
  call: z.number().int(),
  outcome: z.enum(["ok", "error", "ended"]),
  /** The last line's value as text, first 64 KB. */
  value: SandboxOutput.nullable(),
  /** Set for `error`: the session goes on. */
  error: z.object({ type: z.string(), message: z.string(), traceback: z.string() }).nullable(),
  stdout: SandboxOutput,
  stderr: SandboxOutput,
  wallSeconds: z.number(),
  /** Null where the session ended in this call; the end has the sums. */
  cpuSeconds: z.number().nullable(),
  peakMemoryBytes: z.number().nullable(),
  /** That are alive after the call. They stand still until the next one. */
  threads: z.number(),
  /** Set for `ended`: the next call needs a reset. */
  end: SessionEnd.nullable(),
  left: SessionLeft,
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const SessionClosed = z.object({
  /** Of the last box; null where none came so far. */
  end: SessionEnd.nullable(),
  calls: z.number(),
  callSeconds: z.number(),
  boxes: z.number(),
});
export type SessionClosed = z.infer<typeof SessionClosed>;
