import type { Database } from "better-sqlite3";
import type { RunEvent } from "../../core/runs/run-store.ts";

/** What happened in a run, one row an event, numbered from 1 within the run. */
export class RunEventRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(runId: string, events: readonly RunEvent[]): void {
    const last = this.#db
      .prepare<[string], { n: number | null }>("SELECT max(n) AS n FROM run_events WHERE run_id = ?")
      .get(runId);
    let n = last?.n ?? 0;
    const insert = this.#db.prepare(
      "INSERT INTO run_events (run_id, n, at, kind, data) VALUES (?, ?, ?, ?, ?)",
    );
    for (const event of events) {
      n += 1;
      insert.run(runId, n, event.at, event.kind, JSON.stringify(event.data));
    }
  }

  of(runId: string): RunEvent[] {
    return this.#db
      .prepare<[string], { at: string; kind: RunEvent["kind"]; data: string }>(
        "SELECT at, kind, data FROM run_events WHERE run_id = ? ORDER BY n",
      )
      .all(runId)
      .map((row) => ({ at: row.at, kind: row.kind, data: JSON.parse(row.data) as Record<string, unknown> }));
  }
}
