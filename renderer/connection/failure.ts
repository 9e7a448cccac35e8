/** What a rejected call means. A door rejects with an Error that carries an ErrorBody in `cause`. */
import type { ErrorBody } from "../../preload/contract/error.ts";

function isBody(value: unknown): value is ErrorBody {
  if (typeof value !== "object" || value === null) return false;
  const body = value as Partial<Record<keyof ErrorBody, unknown>>;
  return typeof body.code === "string" && typeof body.message === "string";
}

export function failureOf(error: unknown): ErrorBody {
  if (isBody(error)) return error;
  if (error instanceof Error && isBody(error.cause)) return error.cause;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal", message, hint: "", details: {} };
}
