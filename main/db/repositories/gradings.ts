import type { Database } from "better-sqlite3";
import { DataCell, NotComparable } from "../../../preload/contract/index.ts";
import type {
  CheckResult,
  CheckStatus,
  CodePlace,
  Diagnosis,
  Engineering,
  EvidenceKind,
  GradingSummary,
  StageResult,
} from "../../../preload/contract/index.ts";
import type { Grading } from "../../core/runs/run-store.ts";

interface GradingRow {
  readonly id: number;
  readonly graded_at: string;
  readonly of_grading: number | null;
  readonly grader_version: string;
  readonly total: number;
  readonly raw_total: number;
  readonly percent: number;
  readonly complete: number;
  readonly accuracy: number | null;
  readonly gate: number | null;
  readonly resource: number | null;
  readonly reproducibility: number | null;
  readonly score: number | null;
  readonly metric_name: string | null;
  readonly metric_value: number | null;
  readonly baseline: number | null;
  readonly reference: number | null;
  readonly not_comparable: string | null;
}

interface StageRow {
  readonly position: number;
  readonly id: string;
  readonly points: number;
  readonly maximum: number;
  readonly complete: number;
}

interface CheckRow {
  readonly stage: number;
  readonly id: string;
  readonly points: number;
  readonly maximum: number;
  readonly status: CheckStatus;
  readonly evidence: string;
  readonly message: string;
  readonly at_file: string | null;
  readonly at_line: number | null;
  readonly domino_of: string | null;
  readonly details: string;
  readonly cell: string | null;
  readonly graded_points: number | null;
  readonly override_at: string | null;
  readonly override_author: string | null;
  readonly override_reason: string | null;
}

interface DiagnosisRow {
  readonly rule: string;
  readonly rule_group: string;
  readonly message: string;
  readonly fix: string;
  readonly at_file: string | null;
  readonly at_line: number | null;
}

/** Gradings of runs. A run may have several; the newest is shown and the earlier ones stay. */
export class GradingRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Inserts a grading with its stages, checks and diagnoses; the caller holds the transaction. `of` is the
   * grader's own grading where this one is it with what people set.
   */
  insert(runId: string, grading: Grading, at: string, of: number | null = null): number {
    const engineering = grading.engineering;
    const inserted = this.#db
      .prepare(
        `INSERT INTO gradings (run_id, graded_at, grader_version, total, raw_total, percent, complete, accuracy, gate,
           resource, reproducibility, score, metric_name, metric_value, baseline, reference, not_comparable,
           of_grading)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        runId,
        at,
        grading.graderVersion,
        grading.total,
        grading.rawTotal,
        grading.percent,
        grading.complete ? 1 : 0,
        engineering?.accuracy ?? null,
        engineering?.gate ?? null,
        engineering?.resource ?? null,
        engineering?.reproducibility ?? null,
        engineering?.score ?? null,
        engineering?.metric.name ?? null,
        engineering?.metric.value ?? null,
        engineering?.baseline ?? null,
        engineering?.reference ?? null,
        engineering?.notComparable === undefined ? null : JSON.stringify(engineering.notComparable),
        of,
      );
    const id = Number(inserted.lastInsertRowid);
    for (const [position, stage] of grading.stages.entries()) this.#insertStage(runId, id, position, stage);
    const insert = this.#db.prepare(
      `INSERT INTO diagnoses (grading_id, position, rule, rule_group, message, fix, at_file, at_line)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [position, each] of grading.diagnoses.entries()) {
      insert.run(id, position, each.rule, each.group, each.message, each.fix, ...placeColumns(each.at));
    }
    return id;
  }

  #insertStage(runId: string, gradingId: number, position: number, stage: StageResult): void {
    this.#db
      .prepare(
        "INSERT INTO stages (grading_id, position, id, points, maximum, complete) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(gradingId, position, stage.id, stage.points, stage.maximum, stage.complete ? 1 : 0);
    const insert = this.#db.prepare(
      `INSERT INTO checks (grading_id, stage, position, id, points, maximum, status, evidence, message, at_file,
         at_line, domino_of, details, cell, graded_points, override_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const lastOverride = this.#db
      .prepare<[string, string], number>("SELECT max(id) FROM overrides WHERE run_id = ? AND check_id = ?")
      .pluck();
    for (const [index, check] of stage.checks.entries()) {
      insert.run(
        gradingId,
        position,
        index,
        check.id,
        check.points,
        check.maximum,
        check.status,
        JSON.stringify(check.evidence),
        check.message,
        ...placeColumns(check.at),
        check.dominoOf,
        JSON.stringify(check.details),
        check.cell === undefined ? null : JSON.stringify(check.cell),
        check.override?.graded ?? null,
        check.override === undefined ? null : (lastOverride.get(runId, check.id) ?? null),
      );
    }
  }

  get(id: number): Grading | null {
    const row = this.#db.prepare<[number], GradingRow>("SELECT * FROM gradings WHERE id = ?").get(id);
    if (!row) return null;
    return {
      graderVersion: row.grader_version,
      total: row.total,
      rawTotal: row.raw_total,
      percent: row.percent,
      complete: row.complete === 1,
      stages: this.#stages(id),
      engineering: engineeringOf(row),
      diagnoses: this.#diagnoses(id),
    };
  }

  /** The newest that the grader gave, without what people set; null where the run was never graded. */
  ownOf(runId: string): number | null {
    return (
      this.#db
        .prepare<[string], number | null>(
          "SELECT max(id) FROM gradings WHERE run_id = ? AND of_grading IS NULL",
        )
        .pluck()
        .get(runId) ?? null
    );
  }

  /** All of a run, newest first. `current` is the id of the one that the run shows. */
  listOf(runId: string, current: number | null): GradingSummary[] {
    return this.#db
      .prepare<[string], GradingRow>("SELECT * FROM gradings WHERE run_id = ? ORDER BY id DESC")
      .all(runId)
      .map((row) => ({
        id: row.id,
        gradedAt: row.graded_at,
        graderVersion: row.grader_version,
        kind: row.of_grading === null ? "grader" : "overridden",
        total: row.total,
        rawTotal: row.raw_total,
        percent: row.percent,
        complete: row.complete === 1,
        current: row.id === current,
      }));
  }

  /** Stages without their checks, for the rows of a list: one query for all of them. */
  stagesOf(gradingIds: readonly number[]): ReadonlyMap<number, Omit<StageResult, "checks">[]> {
    const found = new Map<number, Omit<StageResult, "checks">[]>();
    const rows = this.#db
      .prepare<[string], StageRow & { grading_id: number }>(
        `SELECT * FROM stages WHERE grading_id IN (SELECT value FROM json_each(?)) ORDER BY grading_id, position`,
      )
      .all(JSON.stringify(gradingIds));
    for (const row of rows) {
      const stages = found.get(row.grading_id) ?? [];
      stages.push({ id: row.id, points: row.points, maximum: row.maximum, complete: row.complete === 1 });
      found.set(row.grading_id, stages);
    }
    return found;
  }

  #stages(id: number): StageResult[] {
    const checks = this.#db
      .prepare<[number], CheckRow>(
        `SELECT checks.*, overrides.at AS override_at, overrides.author AS override_author,
           overrides.reason AS override_reason
         FROM checks LEFT JOIN overrides ON overrides.id = checks.override_id
         WHERE grading_id = ? ORDER BY stage, position`,
      )
      .all(id);
    return this.#db
      .prepare<[number], StageRow>("SELECT * FROM stages WHERE grading_id = ? ORDER BY position")
      .all(id)
      .map((stage) => ({
        id: stage.id,
        points: stage.points,
        maximum: stage.maximum,
        complete: stage.complete === 1,
        checks: checks.filter((check) => check.stage === stage.position).map(checkOf),
      }));
  }

  #diagnoses(id: number): Diagnosis[] {
    return this.#db
      .prepare<[number], DiagnosisRow>("SELECT * FROM diagnoses WHERE grading_id = ? ORDER BY position")
      .all(id)
      .map((row) => ({
        rule: row.rule,
        group: row.rule_group,
        message: row.message,
        fix: row.fix,
        at: placeOf(row),
      }));
  }
}

const placeColumns = (at: CodePlace | null): [string | null, number | null] => [
  at?.file ?? null,
  at?.line ?? null,
];

const placeOf = (row: { at_file: string | null; at_line: number | null }): CodePlace | null =>
  row.at_file !== null && row.at_line !== null ? { file: row.at_file, line: row.at_line } : null;

const checkOf = (row: CheckRow): CheckResult => ({
  id: row.id,
  points: row.points,
  maximum: row.maximum,
  status: row.status,
  evidence: JSON.parse(row.evidence) as EvidenceKind[],
  message: row.message,
  at: placeOf(row),
  dominoOf: row.domino_of,
  details: JSON.parse(row.details) as Record<string, unknown>,
  ...(row.cell === null ? {} : { cell: DataCell.parse(JSON.parse(row.cell)) }),
  ...overrideOf(row),
});

const overrideOf = (row: CheckRow): Pick<CheckResult, "override"> =>
  row.override_at === null || row.override_author === null || row.override_reason === null
    ? {}
    : {
        override: {
          author: row.override_author,
          reason: row.override_reason,
          at: row.override_at,
          graded: row.graded_points ?? row.points,
        },
      };

const engineeringOf = (row: GradingRow): Engineering | null =>
  row.metric_name === null
    ? null
    : {
        accuracy: row.accuracy,
        gate: row.gate,
        resource: row.resource,
        reproducibility: row.reproducibility,
        score: row.score,
        metric: { name: row.metric_name, value: row.metric_value },
        baseline: row.baseline,
        reference: row.reference,
        ...(row.not_comparable === null
          ? {}
          : { notComparable: NotComparable.array().parse(JSON.parse(row.not_comparable)) }),
      };
