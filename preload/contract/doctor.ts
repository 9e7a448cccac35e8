/**
 * What this machine can enforce, each row from a canary that ran in a real box. Sentences are in the language that was
 * asked for; codes beside them are the same in every language.
 */
import { z } from "zod";
import { Level, WallName } from "./run.ts";

export const WallState = z.enum(["Enforced", "Watched", "Advisory", "Policy", "Missing"]);
export type WallState = z.infer<typeof WallState>;

/** One act that a canary tried in the box. */
export const CanaryAttempt = z.object({
  /** What was tried, in words. */
  text: z.string(),
  /** Name of the error that was met, such as `EACCES`; where the act worked, what came of it. */
  met: z.string(),
  held: z.boolean(),
});
export type CanaryAttempt = z.infer<typeof CanaryAttempt>;

export const DoctorRow = z.object({
  wall: WallName,
  state: WallState,
  /** Codes such as `seccomp`, `landlock`, `bwrap`, `cgroup`, `watch`, `rlimit`; several joined by " + ". */
  mechanism: z.string(),
  /** What the canary did and what it met. */
  detail: z.string(),
  /** What the agent's code meets when it hits this wall. */
  hit: z.string(),
  /** One sentence that mends a weak row, its command between backticks; null where nothing is to be mended. */
  fix: z.string().nullable(),
  /** The command of `fix` alone, to be copied. */
  command: z.string().nullable(),
  attempts: z.array(CanaryAttempt),
  /** Bytes, for memory only: what a task asks for and what of it the kernel has in force. */
  requested: z.number().nullable(),
  effective: z.number().nullable(),
  checkedAt: z.string(),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

export const PartState = z.enum(["Working", "Off", "Missing"]);
export type PartState = z.infer<typeof PartState>;

/** What works inside the walls beside the walls: the interpreter, helpers, workers that wait. */
export const DoctorPart = z.object({
  part: z.string(),
  name: z.string(),
  state: PartState,
  detail: z.string(),
  fix: z.string().nullable(),
  command: z.string().nullable(),
  checkedAt: z.string(),
});
export type DoctorPart = z.infer<typeof DoctorPart>;

export const DoctorGrade = z.enum(["full", "full_watched", "reduced", "limits_only", "not_available"]);
export type DoctorGrade = z.infer<typeof DoctorGrade>;

export const DoctorReport = z.object({
  /** Null where no box could be started at all, or a wall that the level promises does not hold. */
  level: Level.nullable(),
  grade: DoctorGrade,
  /** The grade in words: "Full, memory watched". */
  title: z.string(),
  /** One sentence on what that means. */
  summary: z.string(),
  seconds: z.number(),
  walls: z.array(DoctorRow),
  parts: z.array(DoctorPart),
  /** What this level does not hold; the list of docs/sandbox.md. */
  notHeld: z.array(z.string()),
  python: z.object({
    ready: z.boolean(),
    executable: z.string().nullable(),
    version: z.string().nullable(),
    detail: z.string(),
    fix: z.string().nullable(),
  }),
  /** Name of the operating system, as it calls itself. */
  system: z.string(),
  checkedAt: z.string(),
});
export type DoctorReport = z.infer<typeof DoctorReport>;
