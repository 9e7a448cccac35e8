import { z } from "zod";

/** Errors at the doors are values: a code that the interface translates, and the way out. */
export const ErrorCode = z.enum([
  "usage",
  "unknown_method",
  "invalid_params",
  "not_found",
  "conflict",
  "refused",
  "environment_missing",
  "python_missing",
  "sandbox_unavailable",
  "level_too_low",
  "disk_full",
  "database_corrupt",
  "database_newer",
  "home_locked",
  "port_in_use",
  "solution_missing",
  "solution_is_folder",
  "solution_unreadable",
  "agent_failed",
  "task_invalid",
  "core_gone",
  "interrupted",
  "internal",
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const ErrorBody = z.object({
  code: ErrorCode,
  message: z.string(),
  hint: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Process exit code of the command line for each error. */
export const exitCodeOf: Readonly<Record<ErrorCode, number>> = {
  usage: 2,
  unknown_method: 2,
  invalid_params: 2,
  not_found: 4,
  conflict: 1,
  refused: 5,
  environment_missing: 3,
  python_missing: 3,
  sandbox_unavailable: 3,
  level_too_low: 3,
  disk_full: 3,
  database_corrupt: 3,
  database_newer: 3,
  home_locked: 3,
  port_in_use: 3,
  solution_missing: 4,
  solution_is_folder: 2,
  solution_unreadable: 2,
  agent_failed: 1,
  task_invalid: 2,
  core_gone: 3,
  interrupted: 130,
  internal: 1,
};

/** Thrown inside the core for everything that a user can cause or mend; becomes an ErrorBody at the doors. */
export class WorkbenchError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, hint: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "WorkbenchError";
    this.code = code;
    this.hint = hint;
    this.details = details;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, hint: this.hint, details: { ...this.details } };
  }
}
