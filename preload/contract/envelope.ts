/** What travels on every transport. */
import { z } from "zod";
import { ErrorBody } from "./error.ts";

export const Request = z.object({ id: z.number().int(), method: z.string(), params: z.unknown() });
export type Request = z.infer<typeof Request>;

export const Response = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), result: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: ErrorBody }),
]);
export type Response = z.infer<typeof Response>;

/** `seq` counts every push of this core process from 1, so that a door that comes back can ask from there. */
export const Push = z.object({ event: z.string(), seq: z.number().int(), data: z.unknown() });
export type Push = z.infer<typeof Push>;
