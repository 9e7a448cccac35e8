import type { Database } from "better-sqlite3";
import type { Override } from "../../core/grading/override.ts";

interface OverrideRow {
  readonly check_id: string;
  readonly points: number | null;
  readonly author: string;
  readonly reason: string;
  readonly at: string;
}

/** What people set, act by act; rows are only added. */
export class OverrideRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  insert(runId: string, override: Override): void {
    this.#db
      .prepare(
        "INSERT INTO overrides (run_id, at, check_id, points, author, reason) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(runId, override.at, override.check, override.points, override.author, override.reason);
  }

  /** Oldest first. */
  of(runId: string): Override[] {
    return this.#db
      .prepare<[string], OverrideRow>("SELECT * FROM overrides WHERE run_id = ? ORDER BY id")
      .all(runId)
      .map(({ check_id: check, points, author, reason, at }) => ({ check, points, author, reason, at }));
  }
}
