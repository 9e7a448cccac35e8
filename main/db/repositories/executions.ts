import type { Database } from "better-sqlite3";
import type { Artifact, Level, RunStatus, Skipped, WallRecord } from "../../../preload/contract/index.ts";
import type { Execution, ExecutionKind } from "../../core/runs/run-store.ts";

interface ExecutionRow {
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly level: Level | null;
  readonly wall_seconds: number;
  readonly cpu_seconds: number;
  readonly peak_memory_bytes: number;
  readonly threads: number;
  readonly output_bytes: number;
  readonly stderr: string;
  readonly record: string;
}

/** What each execution of a run was: its end, resources, walls, and the files it left. */
export class ExecutionRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  save(id: string, kind: ExecutionKind, execution: Execution): void {
    this.#db
      .prepare(
        `INSERT INTO executions (run_id, kind, status, reason, exit_code, signal, level, wall_seconds, cpu_seconds,
           peak_memory_bytes, threads, output_bytes, stderr, record)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        kind,
        execution.status,
        execution.reason,
        execution.exitCode,
        execution.signal,
        execution.level,
        execution.wallSeconds,
        execution.cpuSeconds,
        Math.round(execution.peakMemoryBytes),
        Math.round(execution.threads),
        Math.round(execution.outputBytes),
        execution.stderr,
        JSON.stringify(execution.record),
      );
    const wall = this.#db.prepare(
      `INSERT INTO execution_walls (run_id, kind, position, wall, requested, effective, enforced_by, wall_kind)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const [position, each] of execution.walls.entries()) {
      wall.run(id, kind, position, each.wall, each.requested, each.effective, each.by, each.kind);
    }
    const artifact = this.#db.prepare(
      "INSERT OR REPLACE INTO artifacts (run_id, kind, path, bytes, sha256) VALUES (?, ?, ?, ?, ?)",
    );
    for (const each of execution.artifacts) artifact.run(id, kind, each.path, each.bytes, each.sha256);
    const skipped = this.#db.prepare(
      "INSERT INTO skipped (run_id, kind, position, path, reason) VALUES (?, ?, ?, ?, ?)",
    );
    for (const [position, each] of execution.skipped.entries()) {
      skipped.run(id, kind, position, each.path, each.reason);
    }
  }

  get(id: string, kind: ExecutionKind): Execution | null {
    const row = this.#db
      .prepare<[string, string], ExecutionRow>("SELECT * FROM executions WHERE run_id = ? AND kind = ?")
      .get(id, kind);
    if (!row) return null;
    return {
      status: row.status,
      reason: row.reason,
      exitCode: row.exit_code,
      signal: row.signal,
      level: row.level,
      walls: this.#walls(id, kind),
      wallSeconds: row.wall_seconds,
      cpuSeconds: row.cpu_seconds,
      peakMemoryBytes: row.peak_memory_bytes,
      threads: row.threads,
      outputBytes: row.output_bytes,
      stderr: row.stderr,
      artifacts: this.#db
        .prepare<[string, string], Artifact>(
          "SELECT path, bytes, sha256 FROM artifacts WHERE run_id = ? AND kind = ? ORDER BY path",
        )
        .all(id, kind),
      skipped: this.#db
        .prepare<[string, string], Skipped>(
          "SELECT path, reason FROM skipped WHERE run_id = ? AND kind = ? ORDER BY position",
        )
        .all(id, kind),
      record: JSON.parse(row.record) as Record<string, unknown>,
    };
  }

  #walls(id: string, kind: ExecutionKind): WallRecord[] {
    return this.#db
      .prepare<[string, string], WallRecord>(
        `SELECT wall, requested, effective, enforced_by AS "by", wall_kind AS kind
         FROM execution_walls WHERE run_id = ? AND kind = ? ORDER BY position`,
      )
      .all(id, kind);
  }
}
