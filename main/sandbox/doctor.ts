import { z } from "zod";
import { PartState, WallState } from "../../preload/contract/doctor.ts";
import { Level, WallName } from "../../preload/contract/run.ts";

/** Codes and numbers; the words are in ./examination. */
const Finding = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Finding = z.infer<typeof Finding>;

const ExaminedAttempt = z.object({
  attempt: z.string(),
  subject: z.string(),
  met: z.string(),
  held: z.boolean(),
});
export type ExaminedAttempt = z.infer<typeof ExaminedAttempt>;

const ExaminedWall = z.object({
  wall: WallName,
  state: WallState,
  by: z.array(z.string()),
  finding: Finding,
  attempts: z.array(ExaminedAttempt),
  fix: z.string().nullable(),
  requested: z.number().nullable().default(null),
  effective: z.number().nullable().default(null),
});
export type ExaminedWall = z.infer<typeof ExaminedWall>;

const ExaminedPart = z.object({
  part: z.string(),
  state: PartState,
  finding: Finding,
  fix: z.string().nullable(),
});
export type ExaminedPart = z.infer<typeof ExaminedPart>;

/** What the canaries met in a real box of this machine (sandbox/launcher/doctor.py). */
export const SandboxExamination = z.object({
  /** Null where no box could be started, or where a wall that the level promises does not hold. */
  level: Level.nullable(),
  seconds: z.number(),
  walls: z.array(ExaminedWall),
  parts: z.array(ExaminedPart).default([]),
  /** False on systems whose walls nobody has run yet; left out elsewhere. */
  verified: z.boolean().optional(),
  /** The interpreter in the box. */
  python: z
    .object({
      version: z.string(),
      standardLibrary: z.string(),
      /** What the interpreter believes itself to be. */
      baseExecutable: z.string(),
      /** False where the interpreter found another Python's library: the environment is not usable in a box. */
      consistent: z.boolean(),
    })
    .nullable(),
});
export type SandboxExamination = z.infer<typeof SandboxExamination>;
