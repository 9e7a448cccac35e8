import type { Database } from "better-sqlite3";

/** Who did what to the history. Each row carries the hash of the one before; rows are never changed or removed. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE audit (
      seq INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL,
      data TEXT NOT NULL,
      previous TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TRIGGER audit_keeps_rows BEFORE UPDATE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
  `);
}
