import { chmodSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Database } from "better-sqlite3";
import { migrate, refuseForeign, refuseNewer } from "./migrate.ts";
import { networkFilesystem } from "./network-filesystem.ts";
import { requireNode } from "./node-version.ts";
import { corrupt, fromSqlite } from "./sqlite-error.ts";

/** Milliseconds to wait for a reader that holds the file. */
const busyTimeout = 5000;

/**
 * Opens the database, checks that it is whole, and brings it to the newest format.
 * @throws WorkbenchError database_corrupt, database_newer, disk_full, home_locked, refused, environment_missing
 */
export async function openDatabase(file: string): Promise<Database> {
  requireNode();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { default: Sqlite } = await import("better-sqlite3");
  let db: Database | null = null;
  try {
    db = new Sqlite(file, { timeout: busyTimeout });
    // SQLite gives the files beside it (-wal, -shm, -journal) the same rights.
    chmodSync(file, 0o600);
    // Before anything reads the schema: functions hidden in a foreign schema must not run.
    db.pragma("trusted_schema = OFF");
    db.pragma("foreign_keys = ON");
    checkWhole(db, file);
    refuseNewer(db, file);
    refuseForeign(db, file);
    if (networkFilesystem(dirname(file)) === null) {
      db.pragma("journal_mode = WAL");
    } else {
      // WAL needs memory shared by all openers, which network file systems do not give.
      db.pragma("locking_mode = EXCLUSIVE");
      db.pragma("journal_mode = TRUNCATE");
    }
    db.pragma("synchronous = FULL");
    migrate(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw fromSqlite(error, file);
  }
}

function checkWhole(db: Database, file: string): void {
  if (statSync(file).size === 0) return;
  const said = db.pragma("quick_check(1)", { simple: true });
  if (said !== "ok") throw corrupt(file, String(said));
}
