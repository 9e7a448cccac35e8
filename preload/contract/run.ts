/**
 * The Run document: what every door shows of one agent x task x variant x repetition.
 * Units: seconds, bytes; instants are ISO 8601 in UTC. Names are fixed: add, never rename.
 */
import { z } from "zod";

export const RunStatus = z.enum([
  "queued",
  "running",
  "finished",
  "failed",
  "timeout",
  "out_of_memory",
  "cancelled",
  "interrupted",
  "infrastructure",
  "refused",
]);
export type RunStatus = z.infer<typeof RunStatus>;

/** Where a run that has not ended yet stands. */
export const RunPhase = z.enum([
  "waiting",
  "generating",
  "agent",
  "scored_run",
  "verification",
  "judging",
  "grading",
  "done",
]);
export type RunPhase = z.infer<typeof RunPhase>;

export const Level = z.enum(["L1", "L2", "L3", "L4", "L5"]);
export type Level = z.infer<typeof Level>;

export const WallName = z.enum([
  "wall_clock",
  "memory",
  "cpu",
  "processes",
  "network",
  "files",
  "disk",
  "host",
  "syscalls",
  /** Files of the environment that this task's box does not show; only where a task names some. */
  "masked_files",
]);
export type WallName = z.infer<typeof WallName>;

/** One limit of one run: what was asked, what was in force (read back), and who enforced it. */
export const WallRecord = z.object({
  wall: WallName,
  requested: z.union([z.number(), z.string(), z.null()]),
  effective: z.union([z.number(), z.string(), z.null()]),
  by: z.string(),
  kind: z.enum(["wall", "watch", "policy", "advisory", "none"]),
});
export type WallRecord = z.infer<typeof WallRecord>;

export const EvidenceKind = z.enum(["verified", "traced", "static", "claimed"]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

export const CheckStatus = z.enum(["passed", "partial", "failed", "not_evaluated", "not_applicable"]);
export type CheckStatus = z.infer<typeof CheckStatus>;

export const CodePlace = z.object({ file: z.string(), line: z.number().int().positive() });
export type CodePlace = z.infer<typeof CodePlace>;

/**
 * A cell of a table that the agent saw: a file of the variant's public data, or `predictions.csv` of its report.
 * Labels of the hold-out are in neither.
 */
export const DataCell = z.object({
  /** A plain file name. */
  file: z.string(),
  row_id: z.number().int().nonnegative(),
  column: z.string(),
});
export type DataCell = z.infer<typeof DataCell>;

/** Points that a person set in place of the grader's. What the grader says stays beside it. */
export const CheckOverride = z.object({
  author: z.string(),
  reason: z.string(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** What the grader gave. */
  graded: z.number(),
});
export type CheckOverride = z.infer<typeof CheckOverride>;

export const CheckResult = z.object({
  /** For example `data_inspection.missing`. */
  id: z.string(),
  /** At most two decimals. */
  points: z.number(),
  maximum: z.number().nonnegative(),
  status: CheckStatus,
  evidence: z.array(EvidenceKind),
  message: z.string(),
  at: CodePlace.nullable(),
  /** Id of the check whose fault pulled this one down. */
  dominoOf: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The first cell that shows what was lost; absent where no cell does, and in documents of earlier versions. */
  cell: DataCell.optional(),
  /** Present where a person set the points. */
  override: CheckOverride.optional(),
});
export type CheckResult = z.infer<typeof CheckResult>;

export const StageId = z.enum([
  "problem_understanding",
  "data_inspection",
  "preprocessing",
  "model_training",
  "evaluation",
  "reporting",
]);
export type StageId = z.infer<typeof StageId>;

export const StageResult = z.object({
  id: z.string(),
  points: z.number(),
  /** Points of the checks that were evaluated; 20 when all were. */
  maximum: z.number(),
  /** False where a check of the stage could not be evaluated. */
  complete: z.boolean(),
  checks: z.array(CheckResult),
});
export type StageResult = z.infer<typeof StageResult>;

/** Why R of a run does not compare with the reference's: it was measured in another way. */
export const NotComparable = z.object({
  what: z.enum(["cores", "memory_counted_by"]),
  run: z.string(),
  reference: z.string(),
});
export type NotComparable = z.infer<typeof NotComparable>;

/** The engineering score S = 0.6 A + 0.3 R + 0.1 P and its parts, each 0 to 1; null where not known. */
export const Engineering = z.object({
  accuracy: z.number().nullable(),
  gate: z.number().nullable(),
  resource: z.number().nullable(),
  reproducibility: z.number().nullable(),
  score: z.number().nullable(),
  metric: z.object({ name: z.string(), value: z.number().nullable() }),
  baseline: z.number().nullable(),
  reference: z.number().nullable(),
  /** Absent in documents of earlier versions; empty where R compares. */
  notComparable: z.array(NotComparable).optional(),
});
export type Engineering = z.infer<typeof Engineering>;

export const Diagnosis = z.object({
  rule: z.string(),
  group: z.string(),
  message: z.string(),
  fix: z.string(),
  at: CodePlace.nullable(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

export const Resources = z.object({
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  peakMemoryBytes: z.number(),
  threads: z.number(),
  outputBytes: z.number(),
});
export type Resources = z.infer<typeof Resources>;

/** What the scored run had used `wallSeconds` after its start; `cpuSeconds` and `outputBytes` are sums so far. */
export const ResourceSample = z.object({
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  memoryBytes: z.number(),
  outputBytes: z.number(),
});
export type ResourceSample = z.infer<typeof ResourceSample>;

export const Artifact = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });
export type Artifact = z.infer<typeof Artifact>;

export const Skipped = z.object({ path: z.string(), reason: z.string() });
export type Skipped = z.infer<typeof Skipped>;

export const AgentIdentity = z.object({
  kind: z.enum(["script", "solution", "command", "model", "mcp", "replay"]),
  name: z.string(),
  version: z.string().nullable(),
  fingerprint: z.string().nullable(),
});
export type AgentIdentity = z.infer<typeof AgentIdentity>;

/** Executions after the scored one: what was asked for, what took place, what this version cannot do. */
export const VerificationRecord = z.object({
  asked: z.enum(["full", "quick", "none"]),
  executions: z.array(
    z.object({ kind: z.enum(["reordered", "probes"]), status: RunStatus, reason: z.string().nullable() }),
  ),
  notAvailable: z.array(z.enum(["reordered", "probes"])),
});
export type VerificationRecord = z.infer<typeof VerificationRecord>;

export const Run = z.object({
  id: z.string(),
  experimentId: z.string().nullable(),
  task: z.object({ id: z.string(), version: z.string(), digest: z.string() }),
  variant: z.number().int().nonnegative(),
  repetition: z.number().int().nonnegative(),
  agent: AgentIdentity,
  status: RunStatus,
  phase: RunPhase,
  /** One sentence for people: why the run has this status. Null for `finished`. */
  reason: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  sandbox: z.object({ level: Level.nullable(), walls: z.array(WallRecord) }),
  resources: Resources.nullable(),
  /** Seconds spent in each phase. */
  phases: z.array(z.object({ phase: RunPhase, seconds: z.number() })),
  total: z.number().nullable(),
  rawTotal: z.number().nullable(),
  percent: z.number().nullable(),
  graderVersion: z.string().nullable(),
  /** False when a check could not be evaluated; null before grading. */
  complete: z.boolean().nullable(),
  language: z.enum(["en", "zh"]),
  stages: z.array(StageResult),
  engineering: Engineering.nullable(),
  diagnoses: z.array(Diagnosis),
  artifacts: z.array(Artifact),
  skipped: z.array(Skipped),
  verification: VerificationRecord.optional(),
  paths: z.object({
    log: z.string().nullable(),
    work: z.string().nullable(),
    solution: z.string().nullable(),
    report: z.string().nullable(),
  }),
});
export type Run = z.infer<typeof Run>;

/** A row of the history list: a Run without its checks. */
export const RunSummary = Run.pick({
  id: true,
  task: true,
  variant: true,
  repetition: true,
  agent: true,
  status: true,
  phase: true,
  reason: true,
  startedAt: true,
  finishedAt: true,
  total: true,
  rawTotal: true,
  percent: true,
  complete: true,
}).extend({
  level: Level.nullable(),
  wallSeconds: z.number().nullable(),
  peakMemoryBytes: z.number().nullable(),
  stages: z.array(StageResult.pick({ id: true, points: true, maximum: true, complete: true })),
});
export type RunSummary = z.infer<typeof RunSummary>;
