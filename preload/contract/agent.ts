import { z } from "zod";

/** A registered agent. A command agent is any program that leaves a `solution.py` in its work folder. */
export const RegisteredAgent = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
  kind: z.enum(["command"]),
  command: z.string().min(1),
  createdAt: z.string(),
});
export type RegisteredAgent = z.infer<typeof RegisteredAgent>;

/** `script:PATH`, `solution:NAME` (`reference` is short for `solution:reference`), `command:NAME`. */
export const AgentSpec = z.string().min(1).max(4096);

export const AgentTest = z.object({ ok: z.boolean(), message: z.string(), seconds: z.number() });
export type AgentTest = z.infer<typeof AgentTest>;
