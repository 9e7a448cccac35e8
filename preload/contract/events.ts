/** The event map: what the core tells every door without being asked. */
import { z } from "zod";
import { EnvironmentProgress } from "./environment.ts";
import { Settings } from "./methods.ts";
import { RunPhase, RunStatus } from "./run.ts";

export const events = {
  "environment.progress": EnvironmentProgress,
  "settings.changed": Settings,
  /** A run was created, moved to another phase or status, or was graded. */
  "run.changed": z.object({
    id: z.string(),
    status: RunStatus,
    phase: RunPhase,
    reason: z.string().nullable(),
    percent: z.number().nullable(),
  }),
  /** At most four a second, while code runs in the box. */
  "run.resources": z.object({
    id: z.string(),
    phase: RunPhase,
    wallSeconds: z.number(),
    cpuSeconds: z.number(),
    memoryBytes: z.number(),
    outputBytes: z.number(),
  }),
  /** A decision entry, as the agent's code printed it. */
  "run.decision": z.object({ id: z.string(), step: z.string(), method: z.string(), rationale: z.string() }),
  "log.chunk": z.object({
    stream: z.string(),
    /** Where the chunk begins in the file. */
    offset: z.number(),
    bytes: z.number(),
    text: z.string(),
    /** Bytes passed over because the viewer was too far behind; 0 otherwise. */
    skipped: z.number(),
  }),
  "log.end": z.object({ stream: z.string(), size: z.number() }),
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<E extends EventName> = z.output<Events[E]>;
