import type { ErrorBody } from "./contract/index.ts";

/** What a request comes to, as a value. */
export type Answer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: ErrorBody };
