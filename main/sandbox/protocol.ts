/** Lines that the supervisor writes; see sandbox/launcher/supervisor.py. */
import { z } from "zod";
import { ErrorCode } from "../../preload/contract/error.ts";
import { Level } from "../../preload/contract/run.ts";

export { SandboxJob, SandboxLimits } from "./job.ts";
export { SandboxResult } from "./result.ts";

export const SandboxEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("started"), level: Level }),
  z.object({
    event: z.literal("resources"),
    wallSeconds: z.number(),
    cpuSeconds: z.number(),
    memoryBytes: z.number(),
    outputBytes: z.number(),
  }),
]);
export type SandboxEvent = z.infer<typeof SandboxEvent>;

export const SupervisorMessage = z.discriminatedUnion("event", [
  z.object({ event: z.literal("ready") }),
  ...SandboxEvent.options.map((option) => option.extend({ id: z.string() })),
  z.object({ id: z.string(), event: z.literal("done"), result: z.unknown() }),
  z.object({
    id: z.string().nullable(),
    event: z.literal("error"),
    code: ErrorCode.catch("internal"),
    message: z.string(),
    hint: z.string(),
  }),
]);
export type SupervisorMessage = z.infer<typeof SupervisorMessage>;
