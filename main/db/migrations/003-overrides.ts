import type { Database } from "better-sqlite3";

/** Points that people set, with who and why. A grading with them stands beside the grader's own, which stays. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE overrides (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      at TEXT NOT NULL,
      check_id TEXT NOT NULL,
      points REAL,
      author TEXT NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX overrides_by_run ON overrides(run_id, id);
    CREATE TRIGGER overrides_keep_rows BEFORE UPDATE ON overrides
      BEGIN SELECT RAISE(ABORT, 'an override is never rewritten'); END;
    ALTER TABLE gradings ADD COLUMN of_grading INTEGER REFERENCES gradings(id) ON DELETE CASCADE;
    ALTER TABLE checks ADD COLUMN override_id INTEGER REFERENCES overrides(id);
    ALTER TABLE checks ADD COLUMN graded_points REAL;
  `);
}
