/** What the run pipeline needs of a store. main/db implements it; core knows no database. */
import type {
  AgentIdentity,
  Diagnosis,
  Engineering,
  GradingSummary,
  Level,
  Run,
  RunPhase,
  RunStatus,
  RunSummary,
  StageResult,
  Verify,
  WallRecord,
} from "../../../preload/contract/index.ts";
import type { Override } from "../grading/override.ts";

export interface NewRun {
  readonly id: string;
  readonly task: Run["task"];
  readonly variant: number;
  readonly repetition: number;
  readonly agentSpec: string;
  readonly agent: AgentIdentity;
  readonly language: Run["language"];
  readonly verify: Verify;
  readonly minLevel: Level | null;
  readonly at: string;
}

/** scored: the one that counts. reordered: first verification, hold-out in another order. probes: the second. */
export type ExecutionKind = "scored" | "reordered" | "probes";

export interface Execution {
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly level: Level | null;
  readonly walls: readonly WallRecord[];
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMemoryBytes: number;
  readonly threads: number;
  readonly outputBytes: number;
  /** First part of what it wrote to stderr. */
  readonly stderr: string;
  readonly artifacts: Run["artifacts"];
  readonly skipped: Run["skipped"];
  /** How the box was built: namespaces, filters, versions, digests. */
  readonly record: Readonly<Record<string, unknown>>;
}

export interface Grading {
  readonly graderVersion: string;
  readonly total: number;
  readonly rawTotal: number;
  readonly percent: number;
  readonly complete: boolean;
  readonly stages: readonly StageResult[];
  readonly engineering: Engineering | null;
  readonly diagnoses: readonly Diagnosis[];
}

/** What was asked for, needed to carry a run out and to grade it again. */
export interface RunRequest {
  readonly agentSpec: string;
  readonly verify: Verify;
  readonly minLevel: Level | null;
}

export interface RunEnd {
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly at: string;
  readonly phases: readonly { readonly phase: RunPhase; readonly seconds: number }[];
  readonly grading: Grading | null;
}

export interface RunEvent {
  readonly at: string;
  readonly kind: "status" | "phase" | "resources" | "decision" | "note";
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RunQuery {
  readonly limit: number;
  readonly offset: number;
  readonly search: string;
  readonly status?: RunStatus | undefined;
  readonly task?: string | undefined;
}

/** A Run without the paths: those depend on where the data folder lies, not on the row. */
export type StoredRun = Omit<Run, "paths">;

export interface RunStore {
  insert(run: NewRun): void;
  begin(id: string, at: string): void;
  setPhase(id: string, phase: RunPhase): void;
  setAgent(id: string, agent: AgentIdentity): void;
  saveExecution(id: string, kind: ExecutionKind, execution: Execution): void;
  /** Phases, grading, status and end in one transaction: a run is whole or still running. */
  finish(id: string, end: RunEnd): void;
  /** `shown` is the same grading with what people set; null where they set nothing. */
  addGrading(id: string, grading: Grading, shown: Grading | null, at: string): void;
  /** The override, and the grading that the run now shows: null where it is the grader's own again. */
  addOverride(id: string, override: Override, shown: Grading | null): void;
  /** What people set, act by act, oldest first. */
  overrides(id: string): readonly Override[];
  /** The newest that the grader gave, without what people set. */
  ownGrading(id: string): Grading | null;
  /** Every grading of a run, newest first. */
  gradings(id: string): readonly GradingSummary[];
  /** One grading of this run; null where it has none of this number. */
  grading(id: string, gradingId: number): Grading | null;
  addEvents(id: string, events: readonly RunEvent[]): void;
  events(id: string): readonly RunEvent[];
  get(id: string): StoredRun | null;
  request(id: string): RunRequest | null;
  execution(id: string, kind: ExecutionKind): Execution | null;
  list(query: RunQuery): { readonly runs: readonly RunSummary[]; readonly total: number };
  /** Every run that has not ended becomes `interrupted`; returns their ids. */
  interruptUnfinished(at: string): readonly string[];
}
