/** One fault of a task folder, as whoever mends it needs it. */
export interface TaskFinding {
  /** Stable name of what is asked: `manifest.schema`, `generator.deterministic`, `data.missing`. */
  readonly rule: string;
  /** Path below the task's folder. */
  readonly file: string;
  /** From 1; null where no line can be named. */
  readonly line: number | null;
  readonly message: string;
  readonly fix: string;
}

export interface TaskValidation {
  readonly task: string;
  readonly folder: string;
  readonly ok: boolean;
  readonly findings: readonly TaskFinding[];
  /** What was looked at: a validation that stopped early has not looked at everything. */
  readonly looked: readonly string[];
}
