import type { Database } from "better-sqlite3";

/** Why R of a grading does not compare with the reference's, as JSON; null in gradings of earlier versions. */
export function up(db: Database): void {
  db.exec("ALTER TABLE gradings ADD COLUMN not_comparable TEXT;");
}
