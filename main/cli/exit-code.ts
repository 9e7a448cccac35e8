import { type ErrorBody, exitCodeOf } from "../../preload/contract/error.ts";
import type { RunStatus } from "../../preload/contract/index.ts";

/** Exit codes of command-line.md for a run that ended. A run refused for its level lacks a sandbox, not safety. */
const ofStatus: Readonly<Record<RunStatus, number>> = {
  queued: 1,
  running: 1,
  finished: 0,
  failed: 1,
  timeout: 1,
  out_of_memory: 1,
  cancelled: 1,
  interrupted: 1,
  infrastructure: 3,
  refused: 3,
};

/** The worst of several runs. */
export const exitCodeOfRuns = (statuses: readonly RunStatus[]): number =>
  Math.max(0, ...statuses.map((status) => ofStatus[status]));

export const exitCodeOfError = (error: ErrorBody): number => exitCodeOf[error.code];
