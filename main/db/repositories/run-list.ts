import type { Database } from "better-sqlite3";
import type { Level, RunSummary } from "../../../preload/contract/index.ts";
import type { RunQuery } from "../../core/runs/run-store.ts";
import { GradingRows } from "./gradings.ts";
import { identityOf } from "./run-identity.ts";
import type { RunRow } from "./runs.ts";

interface ListRow extends RunRow {
  readonly total: number | null;
  readonly raw_total: number | null;
  readonly percent: number | null;
  readonly complete: number | null;
  readonly level: Level | null;
  readonly wall_seconds: number | null;
  readonly peak_memory_bytes: number | null;
}

/** A page of history, newest first, without the checks. */
export class RunList {
  readonly #db: Database;
  readonly #gradings: GradingRows;

  constructor(db: Database) {
    this.#db = db;
    this.#gradings = new GradingRows(db);
  }

  page(query: RunQuery): { runs: RunSummary[]; total: number } {
    const filter = filterOf(query);
    const rows = this.#db
      .prepare<[Record<string, unknown>], ListRow>(
        `SELECT runs.*, gradings.total, gradings.raw_total, gradings.percent, gradings.complete,
           executions.level, executions.wall_seconds, executions.peak_memory_bytes
         FROM runs
         LEFT JOIN gradings ON gradings.id = runs.grading_id
         LEFT JOIN executions ON executions.run_id = runs.id AND executions.kind = 'scored'
         WHERE ${filter.where} ORDER BY runs.number DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ ...filter.values, limit: query.limit, offset: query.offset });
    const count = this.#db
      .prepare<[Record<string, unknown>], { n: number }>(
        `SELECT count(*) AS n FROM runs WHERE ${filter.where}`,
      )
      .get(filter.values);
    const ids = rows.flatMap((row) => (row.grading_id === null ? [] : [row.grading_id]));
    const stages = this.#gradings.stagesOf(ids);
    return {
      total: count?.n ?? 0,
      runs: rows.map((row) => ({
        ...identityOf(row),
        total: row.total,
        rawTotal: row.raw_total,
        percent: row.percent,
        complete: row.complete === null ? null : row.complete === 1,
        level: row.level,
        wallSeconds: row.wall_seconds,
        peakMemoryBytes: row.peak_memory_bytes,
        stages: row.grading_id === null ? [] : (stages.get(row.grading_id) ?? []),
      })),
    };
  }
}

function filterOf(query: RunQuery): { where: string; values: Record<string, unknown> } {
  const parts = ["1"];
  const values: Record<string, unknown> = {};
  if (query.status !== undefined) {
    parts.push("runs.status = @status");
    values["status"] = query.status;
  }
  if (query.task !== undefined) {
    parts.push("runs.task_id = @task");
    values["task"] = query.task;
  }
  if (query.search !== "") {
    parts.push(
      `(runs.id LIKE @search ESCAPE '!' OR runs.task_id LIKE @search ESCAPE '!' OR runs.agent_name LIKE @search ESCAPE '!'
        OR runs.agent_spec LIKE @search ESCAPE '!' OR runs.status LIKE @search ESCAPE '!' OR runs.reason LIKE @search ESCAPE '!')`,
    );
    values["search"] = `%${query.search.replace(/[!%_]/g, "!$&")}%`;
  }
  return { where: parts.join(" AND "), values };
}
