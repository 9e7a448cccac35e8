import type { Database } from "better-sqlite3";

/** The cell of the data that a check points at, as JSON; null where none does, and in gradings of earlier versions. */
export function up(db: Database): void {
  db.exec("ALTER TABLE checks ADD COLUMN cell TEXT;");
}
