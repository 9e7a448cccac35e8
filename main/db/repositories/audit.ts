import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";

export interface AuditEntry {
  readonly at: string;
  /** For example `run.started`, `run.graded`, `agent.added`. */
  readonly action: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly data: string;
  readonly previous: string;
  readonly hash: string;
}

const start = "0".repeat(64);

/** Append-only record of what was done. Each hash covers the row and the hash before it. */
export class AuditRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(entry: AuditEntry): void {
    const last = this.#db
      .prepare<[], { hash: string }>("SELECT hash FROM audit ORDER BY seq DESC LIMIT 1")
      .get();
    const previous = last?.hash ?? start;
    const data = JSON.stringify(entry.data);
    const hash = hashOf({ ...entry, data, previous });
    this.#db
      .prepare("INSERT INTO audit (at, action, subject, data, previous, hash) VALUES (?, ?, ?, ?, ?, ?)")
      .run(entry.at, entry.action, entry.subject, data, previous, hash);
  }

  list(): AuditEntry[] {
    return this.#rows().map((row) => ({
      at: row.at,
      action: row.action,
      subject: row.subject,
      data: JSON.parse(row.data) as Record<string, unknown>,
    }));
  }

  /** The first row whose hash does not follow from the one before; null where the chain holds. */
  firstBroken(): number | null {
    let previous = start;
    for (const row of this.#rows()) {
      if (row.previous !== previous || row.hash !== hashOf(row)) return row.seq;
      previous = row.hash;
    }
    return null;
  }

  #rows(): AuditRow[] {
    return this.#db.prepare<[], AuditRow>("SELECT * FROM audit ORDER BY seq").all();
  }
}

// An array, so that no two different rows can be written as the same bytes.
const hashOf = (row: Pick<AuditRow, "at" | "action" | "subject" | "data" | "previous">): string =>
  createHash("sha256")
    .update(JSON.stringify([row.previous, row.at, row.action, row.subject, row.data]))
    .digest("hex");
