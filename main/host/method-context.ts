import type { RunService } from "../core/runs/run-service.ts";
import type { Store } from "../db/store.ts";
import type { PushHub } from "../rpc/push-hub.ts";
import type { LogStreams } from "./log-streams.ts";
import type { Machine } from "./machine.ts";

/** What the methods of the contract work on: the parts of one open core. */
export interface MethodContext {
  readonly home: string;
  readonly store: Store;
  readonly machine: Machine;
  readonly runs: RunService;
  readonly streams: LogStreams;
  readonly hub: PushHub;
  /** Keeps a box warm or not; null in a core that ends with its command. */
  readonly warm: ((on: boolean) => void) | null;
  /** Aborted when the core is closed. */
  readonly signal: AbortSignal;
}
