import type { ErrorBody } from "./contract/index.ts";

/** The Error that `call` rejects with: its `cause` is the ErrorBody, as the Workbench interface promises. */
export const errorOf = (body: ErrorBody): Error => new Error(body.message, { cause: body });

export const coreGone = (detail: string): ErrorBody => ({
  code: "core_gone",
  message: "The connection to the workbench core is lost.",
  hint: "It is tried again by itself.",
  details: { detail },
});
