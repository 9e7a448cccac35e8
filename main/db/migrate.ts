import { existsSync, renameSync, rmSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { migrations } from "./migrations/index.ts";

export const versionOf = (db: Database): number => Number(db.pragma("user_version", { simple: true }));

/** @throws WorkbenchError database_newer; called before anything is written to the file */
export function refuseNewer(db: Database, file: string): void {
  const found = versionOf(db);
  if (found > migrations.length) {
    throw new WorkbenchError(
      "database_newer",
      `The database ${file} was written by a newer workbench (format ${found}; this one knows ${migrations.length}).`,
      "Start the newer workbench again, or choose another data folder with --home. Nothing was changed.",
      { file, found, known: migrations.length },
    );
  }
}

/** @throws WorkbenchError refused for a database of another program, which lacks our version but has tables */
export function refuseForeign(db: Database, file: string): void {
  if (versionOf(db) > 0) return;
  const tables = Number(db.prepare("SELECT count(*) FROM sqlite_master").pluck().get());
  if (tables === 0) return;
  throw new WorkbenchError(
    "refused",
    `The database ${file} was not made by the workbench. It was left as it is.`,
    "Choose another data folder with --home, or move the file away.",
    { file },
  );
}

/**
 * Brings the database to the newest version, each step in its own transaction.
 * A database that held something is first copied beside itself (`FILE.before-vN`).
 */
export function migrate(db: Database, file: string, steps = migrations): void {
  const found = versionOf(db);
  if (found === steps.length) return;
  if (found > 0) copyBefore(db, `${file}.before-v${found + 1}`);
  for (const [index, step] of steps.entries()) {
    if (index < found) continue;
    db.transaction(() => {
      step(db);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
}

/** A copy that is whole or absent: VACUUM INTO a temporary name, then rename. An older whole copy is kept. */
function copyBefore(db: Database, copy: string): void {
  if (existsSync(copy)) return;
  const unfinished = `${copy}.part`;
  rmSync(unfinished, { force: true });
  db.prepare("VACUUM INTO ?").run(unfinished);
  renameSync(unfinished, copy);
}
