/**
 * Everything that grading may know of one run, as values. Gathering opens files; grading opens nothing, so
 * the same Evidence always gives the same Grading.
 */
import type { RunStatus } from "../../../preload/contract/run.ts";
import type { Manifest } from "../tasks/manifest.ts";
import type { Truth } from "../tasks/truth.ts";
import type { JudgeOutput } from "./judge-output.ts";
import type { MovedAnswers } from "./moved-answers.ts";
import type { LineageReading } from "./read-lineage.ts";
import type { PngReading } from "./read-png.ts";
import type { PredictionsReading } from "./read-predictions.ts";
import type { ReportReading } from "./read-report.ts";
import type { SelectionReading } from "./read-selection.ts";
import type { ReportFinding } from "./report-view.ts";

export type ConstraintValue = number | boolean | readonly string[];

/** What must be equal for memory and CPU time of two runs to compare. */
export interface Measured {
  /** Who held the memory, and so who counted it. */
  readonly memoryBy: "cgroup" | "watch" | "none";
  /** In force, read back; a machine may have fewer than the task grants. */
  readonly cores: number;
}

/** One execution as the operating system saw it. */
export interface Outcome {
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly peakMemoryBytes: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  /** Absent where it did not come so far that anything was in force. */
  readonly measured?: Measured | null;
}

/** The raw labelled table, text as in the file. Null where it is too large to hold. */
export interface RawTable {
  readonly rows: number;
  readonly rowIds: readonly number[];
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/** What the rule of a rule task's report selects of the data with rows at its edges. */
export type RuleRun =
  | { readonly state: "done"; readonly ids: ReadonlySet<string> }
  /** It cannot be applied: in its own words. */
  | { readonly state: "failed"; readonly error: string }
  | { readonly state: "skipped" | "not_finished" }
  | { readonly state: "fault"; readonly error: string };

/** The first verification execution: nothing changed but the order of the hold-out. */
export type Verification =
  | {
      readonly state: "done";
      readonly outcome: Outcome;
      readonly predictions: PredictionsReading;
      readonly selection: SelectionReading;
      /** Of its report: what an audit task found again. */
      readonly findings: readonly ReportFinding[];
      /** Paths of what it left. */
      readonly files: readonly string[];
    }
  | { readonly state: "skipped" }
  | { readonly state: "not_finished" }
  | { readonly state: "fault"; readonly error: string };

/** The second verification execution: noise and probes. Importance is by raw column or word, any scale. */
export type Probes =
  | {
      readonly state: "done";
      /** Labels and predictions of the same hold-out rows, clean and with the task's noise. */
      readonly pairs: readonly {
        readonly truth: string;
        readonly clean: string;
        readonly noisy: string;
        readonly cleanScore: number | null;
        readonly noisyScore: number | null;
      }[];
      readonly importance: readonly {
        readonly column: string;
        readonly change: number;
        /** Columns correlated over 0.8 with it: they count as one. */
        readonly with: readonly string[];
      }[];
      /** Mean change when an identifier or personal data was exchanged: 0 where it is no feature. */
      readonly unrelated: readonly { readonly column: string; readonly change: number }[];
      /** How many answers moved with a column, by column. */
      readonly moved: MovedAnswers;
      /** Columns that a model may rest on and that could not be exchanged. */
      readonly unprobed: readonly string[];
    }
  | { readonly state: "skipped" }
  | { readonly state: "not_finished" }
  /** It was executed and left answers to too few of the altered rows: how it ended says why. */
  | {
      readonly state: "unanswered";
      readonly answered: number;
      readonly asked: number;
      readonly ended: Pick<Outcome, "status" | "reason">;
    }
  | { readonly state: "fault"; readonly error: string };

/** Measured in the sandbox for this variant. `baseline` and `reference` are A, 0 to 1. */
export interface CalibrationValues {
  /** How the reference's memory and CPU time were counted, and on how many cores; absent where that is not known. */
  readonly measured?: Measured | null;
  readonly baseline: number;
  readonly reference: number;
  readonly referencePeakMemoryBytes: number;
  readonly referenceCpuSeconds: number;
}

export interface Evidence {
  readonly task: Manifest;
  /** What the agent should have recorded as constraints, by name. */
  readonly constraints: ReadonlyMap<string, ConstraintValue>;
  readonly variant: number;
  readonly truth: Truth;
  /** Label by row_id. */
  readonly labels: {
    readonly test: ReadonlyMap<number, string>;
    readonly holdout: ReadonlyMap<number, string>;
  };
  /** Forecasts: what repeating the last known week says, by hold-out row_id; else null. */
  readonly lastWeek: ReadonlyMap<number, number> | null;
  readonly data: RawTable | null;
  readonly run: Outcome;
  readonly verification: Verification;
  readonly probes: Probes;
  readonly report: ReportReading;
  readonly predictions: PredictionsReading;
  /** Of a rule task; absent elsewhere. */
  readonly selection: SelectionReading;
  /** Of a rule task; `skipped` elsewhere. */
  readonly rule: RuleRun;
  /** Lines of requirements.txt; null where there is none. */
  readonly requirements: readonly string[] | null;
  readonly figures: readonly { readonly path: string; readonly image: PngReading }[];
  readonly lineage: LineageReading;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly judge: JudgeOutput | null;
  readonly environment: {
    readonly python: string;
    readonly system: string;
    /** Version by distribution name, lower case with hyphens. */
    readonly packages: Readonly<Record<string, string>>;
  };
  readonly calibration: CalibrationValues | null;
  /** Our own faults while gathering: the checks that need the part are not evaluated. */
  readonly faults: readonly { readonly part: string; readonly error: string }[];
}

export type InspectionCheck = "schema" | "missing" | "outliers" | "duplicates" | "drift" | "privacy";
