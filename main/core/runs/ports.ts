/** What the run pipeline needs of the outside. main/host hands the real ones in; tests hand in their own. */
import type { AgentIdentity, EventData, Level, Run } from "../../../preload/contract/index.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { ProbePlan } from "../evidence/probe-plan.ts";
import type { Task } from "../tasks/task.ts";
import type { RunFolders } from "./run-folders.ts";
import type { Execution, Grading, RunStore } from "./run-store.ts";

export interface Clock {
  /** ISO 8601 in UTC. */
  now(): string;
  /** Seconds of a clock that never goes back. */
  seconds(): number;
}

export interface Ids {
  next(at: string): string;
}

/** The managed Python that code is run and judged with. */
export interface PythonEnvironment {
  readonly executable: string;
  readonly folder: string;
}

export interface VariantFolders {
  readonly public: string;
  readonly private: string;
}

export interface TaskSource {
  load(id: string): Promise<Task>;
  ensureVariant(
    task: Task,
    variant: number,
    language: Run["language"],
    options: { readonly signal: AbortSignal },
  ): Promise<VariantFolders>;
  reorderedHoldout(task: Task, publicFolder: string, into: string): Promise<void>;
  /** Public data for the second verification execution, and what was changed in which rows. */
  probedHoldout(task: Task, data: VariantFolders, into: string): Promise<ProbePlan>;
  /**
   * The task with what baseline and reference reach on this variant. Without `measure` only values that are known
   * are used; the task comes back as it was where there are none.
   */
  calibrated(
    task: Task,
    variant: number,
    options: { readonly signal: AbortSignal; readonly measure: boolean },
  ): Promise<Task>;
}

/** Where an agent works and what it must leave. */
export interface AgentRoom {
  readonly runId: string;
  readonly task: Task;
  readonly variant: number;
  readonly public: string;
  /** The agent's own folder; absolute, empty at the start. */
  readonly work: string;
  /** Where `solution.py` must lie afterwards. */
  readonly solution: string;
  /** Output of the agent's own program is appended here. */
  readonly log: string;
  readonly signal: AbortSignal;
}

export type AgentOutcome =
  | { readonly kind: "ready"; readonly identity: AgentIdentity }
  | { readonly kind: "failed" | "timeout"; readonly reason: string };

/** Whoever produces `solution.py`. */
export interface Agent {
  /** Known before it has worked; the fingerprint may follow. */
  readonly identity: AgentIdentity;
  work(room: AgentRoom): Promise<AgentOutcome>;
}

export interface AgentSource {
  /** @throws WorkbenchError where the spec names nothing that can be used, before a run is made of it */
  resolve(spec: string, task: Task): Promise<Agent>;
}

export interface BoxJob {
  readonly solution: string;
  readonly data: string;
  readonly taskId: string;
  readonly seed: number;
  readonly limits: { readonly wallSeconds: number; readonly memoryBytes: number; readonly cores: number };
  /** What the code is told, where the real walls are wider. */
  readonly shownLimits: BoxJob["limits"] | null;
  /** How much may be written and is collected, where it is more than a solution's report. */
  readonly collected?: {
    readonly fileBytes: number;
    readonly totalBytes: number;
    readonly scratchBytes: number;
  };
  readonly recorder: "off" | "events" | "full";
  readonly log: string;
  readonly report: string;
  readonly evidence: string | null;
  readonly minLevel: Level | null;
  /** Files of the Python environment that the box does not show. */
  readonly masked: readonly string[];
}

export type BoxResources = Omit<EventData<"run.resources">, "id" | "phase">;

export interface Box {
  /** @throws WorkbenchError sandbox_unavailable, level_too_low, environment_missing */
  run(
    job: BoxJob,
    options: { readonly signal: AbortSignal; readonly onResources: (resources: BoxResources) => void },
  ): Promise<Execution>;
}

/** The files and facts of one run that evidence is gathered from. */
export interface GradeInput {
  readonly task: Task;
  readonly variant: number;
  readonly data: VariantFolders;
  readonly folders: RunFolders;
  readonly scored: Execution;
  readonly verification:
    | { readonly kind: "done"; readonly execution: Execution }
    | { readonly kind: "skipped" }
    | { readonly kind: "not_finished" }
    | { readonly kind: "fault"; readonly error: string };
  /** Absent where the second verification execution was not asked for or not made. */
  readonly probes?:
    | {
        readonly kind: "done";
        readonly execution: Execution;
        readonly report: string;
        readonly plan: ProbePlan;
      }
    | { readonly kind: "fault"; readonly error: string };
  readonly python: PythonEnvironment;
  readonly signal: AbortSignal;
}

export interface Grader {
  gather(input: GradeInput): Promise<Evidence>;
  grade(evidence: Evidence, language: Run["language"]): Promise<Grading>;
}

export interface RunNews {
  changed(data: EventData<"run.changed">): void;
  resources(data: EventData<"run.resources">): void;
  decision(data: EventData<"run.decision">): void;
}

export interface Ports {
  readonly home: string;
  readonly store: RunStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** @throws WorkbenchError environment_missing */
  readonly python: () => Promise<PythonEnvironment>;
  readonly tasks: TaskSource;
  readonly agents: AgentSource;
  readonly box: Box;
  readonly grader: Grader;
  readonly news: RunNews;
  /** @throws WorkbenchError disk_full where a run could not be kept */
  readonly requireSpace: () => Promise<void>;
}
