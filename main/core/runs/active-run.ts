import type { Level, Run, Verify } from "../../../preload/contract/index.ts";
import type { Task } from "../tasks/task.ts";
import type { Agent } from "./ports.ts";
import type { RunFolders } from "./run-folders.ts";

/** A run on its way, with everything that its phases need to know. */
export interface ActiveRun {
  readonly id: string;
  readonly task: Task;
  readonly variant: number;
  readonly language: Run["language"];
  readonly verify: Verify;
  readonly minLevel: Level | null;
  readonly agent: Agent;
  readonly folders: RunFolders;
  /** Aborted with a StopReason. */
  readonly signal: AbortSignal;
}
