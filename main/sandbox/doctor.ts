import { z } from "zod";
import { DoctorRow } from "../../preload/contract/doctor.ts";
import { Level } from "../../preload/contract/run.ts";

/** What the canaries met in a real box of this machine. */
export const SandboxExamination = z.object({
  /** Null where no box could be started; every row is then Missing. */
  level: Level.nullable(),
  seconds: z.number(),
  walls: z.array(DoctorRow),
  /** The interpreter in the box. */
  python: z
    .object({
      version: z.string(),
      standardLibrary: z.string(),
      /** False where the interpreter found another Python's library: the environment is not usable in a box. */
      consistent: z.boolean(),
    })
    .nullable(),
});
export type SandboxExamination = z.infer<typeof SandboxExamination>;
