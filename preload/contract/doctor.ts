/** What this machine can enforce, each row from a canary that ran in a real box. */
import { z } from "zod";
import { Level, WallName } from "./run.ts";

export const WallState = z.enum(["Enforced", "Watched", "Advisory", "Policy", "Missing"]);
export type WallState = z.infer<typeof WallState>;

export const DoctorRow = z.object({
  wall: WallName,
  state: WallState,
  /** Codes such as `seccomp`, `landlock`, `bwrap`, `cgroup`, `watch`, `rlimit`; several joined by " + ". */
  mechanism: z.string(),
  /** What the canary did and what it met. */
  detail: z.string(),
  /** What the agent's code meets when it hits this wall. */
  hit: z.string(),
  /** One sentence with the command that mends a weak row; null where nothing is to be mended. */
  fix: z.string().nullable(),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

export const DoctorReport = z.object({
  /** Null where no box could be started at all. */
  level: Level.nullable(),
  seconds: z.number(),
  walls: z.array(DoctorRow),
  python: z.object({
    ready: z.boolean(),
    executable: z.string().nullable(),
    version: z.string().nullable(),
    detail: z.string(),
    fix: z.string().nullable(),
  }),
  checkedAt: z.string(),
});
export type DoctorReport = z.infer<typeof DoctorReport>;
