import { z } from "zod";

/** How code behind the walls ended. Seconds for `timeout`, bytes for `out_of_memory`. */
export const Ending = z.object({
  kind: z.enum(["finished", "exit", "crashed", "timeout", "out_of_memory", "cancelled", "infrastructure"]),
  /** Who saw it: a clock, the watch, a control group, the kernel. */
  by: z.string().nullable(),
  limit: z.number().nullable(),
  used: z.number().nullable(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** What failed, for `infrastructure`. */
  problem: z.string().nullable(),
});
export type Ending = z.infer<typeof Ending>;

/** What it met beside its end, in bytes and numbers of files. */
export const EndingFact = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("disk_full"),
    path: z.string(),
    used: z.number(),
    limit: z.number(),
    files: z.number(),
    fileLimit: z.number(),
  }),
  z.object({ kind: z.literal("output_cut"), used: z.number(), limit: z.number() }),
]);
export type EndingFact = z.infer<typeof EndingFact>;
