/** What a mutant is: a right solution, or what it left, with one known fault; and what the rubric says must follow. */
import type { Evidence, RawTable } from "../../../main/core/evidence/evidence.ts";
import type { Grading } from "../../../main/core/grading/grade.ts";
import type { Manifest } from "../../../main/core/tasks/manifest.ts";
import type { Truth } from "../../../main/core/tasks/truth.ts";

export type Json = Readonly<Record<string, unknown>>;

/** A right solution and all that is known of its run. */
export interface Base {
  readonly task: Manifest;
  readonly style: string;
  readonly truth: Truth;
  readonly data: RawTable | null;
  /** Text of solution.py. */
  readonly solution: string;
  /** row_id of the first row of the hold-out's file as the scored run meets it. */
  readonly firstOfHoldout: number | null;
  /** Files of the report folder, by relative path. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly report: Json;
  readonly evidence: Evidence;
  readonly grading: Grading;
}

/**
 * Written from the rubric, never from what the grader says. Checks by id, diagnoses by rule. What stands in neither list
 * must not react; what a fault may also touch, by chance or by its size, stands in `may` and counts neither way.
 */
export interface Expected {
  readonly must: readonly string[];
  readonly may?: readonly string[];
  readonly diagnoses?: readonly string[];
  readonly mayDiagnose?: readonly string[];
}

/** One fault, planted in what the run left. */
export interface PlantedInFiles extends Expected {
  /** Which of several of this kind: a column, a metric. */
  readonly which: string;
  /** New content by path; null: the file is not there. */
  readonly files: Readonly<Record<string, string | Buffer | null>>;
}

export interface FileKind {
  readonly id: string;
  /** The fault, in a few words. */
  readonly says: string;
  readonly plant: (base: Base) => readonly PlantedInFiles[];
}

/** One fault, planted in the code; null where this code has no place for it. */
export interface PlantedInCode extends Expected {
  readonly which: string;
  readonly solution: string;
}

export interface CodeKind {
  readonly id: string;
  readonly says: string;
  /** Verification executions that its checks rest on; without them, those that need them are left open. */
  readonly verify: "full" | "quick" | "none";
  /** How the scored run ends, where it does not finish: a mutant that ends in another way has another fault than its own. */
  readonly ends?: "failed" | "timeout" | "out_of_memory";
  /** In so many tasks at most, where an execution is dear: one that goes on until the time wall. */
  readonly atMost?: number;
  readonly plant: (base: Base) => readonly PlantedInCode[];
}

/** Everything else in a report or in a stage may follow from these. */
export const wholeStage = (stage: string): readonly string[] =>
  ({
    problem_understanding: ["brief_first", "task_type", "target", "constraints", "specification", "scope"],
    data_inspection: ["schema", "missing", "outliers", "duplicates", "drift", "privacy", "false_alarms"],
    preprocessing: ["treatments", "decision_log", "rationales_true", "no_leakage"],
    model_training: ["constraints_checked", "allowed", "justified", "score"],
    evaluation: ["statistical", "robustness", "fairness", "explainability"],
    reporting: ["environment", "lineage", "hyperparameters", "failures", "strict_json", "reproducible"],
  })[stage]?.map((name) => `${stage}.${name}`) ?? [];

export const everyCheck: readonly string[] = [
  ...["problem_understanding", "data_inspection", "preprocessing", "model_training"].flatMap(wholeStage),
  "evaluation.fixed_test_split",
  ...wholeStage("evaluation"),
  ...wholeStage("reporting"),
];
