import type { Database } from "better-sqlite3";
import type {
  CheckResult,
  CheckStatus,
  CodePlace,
  Diagnosis,
  Engineering,
  EvidenceKind,
  StageResult,
} from "../../../preload/contract/index.ts";
import type { Grading } from "../../core/runs/run-store.ts";

interface GradingRow {
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

  /** Inserts a grading with its stages, checks and diagnoses; the caller holds the transaction. */
  insert(runId: string, grading: Grading, at: string): number {
    const engineering = grading.engineering;
    const inserted = this.#db
      .prepare(
        `INSERT INTO gradings (run_id, graded_at, grader_version, total, raw_total, percent, complete, accuracy, gate,
           resource, reproducibility, score, metric_name, metric_value, baseline, reference)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      );
    const id = Number(inserted.lastInsertRowid);
    for (const [position, stage] of grading.stages.entries()) this.#insertStage(id, position, stage);
    const insert = this.#db.prepare(
      `INSERT INTO diagnoses (grading_id, position, rule, rule_group, message, fix, at_file, at_line)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [position, each] of grading.diagnoses.entries()) {
      insert.run(id, position, each.rule, each.group, each.message, each.fix, ...placeColumns(each.at));
    }
    return id;
  }

  #insertStage(gradingId: number, position: number, stage: StageResult): void {
    this.#db
      .prepare(
        "INSERT INTO stages (grading_id, position, id, points, maximum, complete) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(gradingId, position, stage.id, stage.points, stage.maximum, stage.complete ? 1 : 0);
    const insert = this.#db.prepare(
      `INSERT INTO checks (grading_id, stage, position, id, points, maximum, status, evidence, message, at_file,
         at_line, domino_of, details) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
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

  countOf(runId: string): number {
    const row = this.#db
      .prepare<[string], { n: number }>("SELECT count(*) AS n FROM gradings WHERE run_id = ?")
      .get(runId);
    return row?.n ?? 0;
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
      .prepare<[number], CheckRow>("SELECT * FROM checks WHERE grading_id = ? ORDER BY stage, position")
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
});

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
      };
