import type { Database } from "better-sqlite3";
import type { RegisteredAgent } from "../../../preload/contract/index.ts";

interface AgentRow {
  readonly name: string;
  readonly kind: "command";
  readonly command: string;
  readonly created_at: string;
}

const agentOf = (row: AgentRow): RegisteredAgent => ({
  name: row.name,
  kind: row.kind,
  command: row.command,
  createdAt: row.created_at,
});

/** Agents that the user registered. */
export class AgentRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(): RegisteredAgent[] {
    return this.#db.prepare<[], AgentRow>("SELECT * FROM agents ORDER BY name").all().map(agentOf);
  }

  get(name: string): RegisteredAgent | null {
    const row = this.#db.prepare<[string], AgentRow>("SELECT * FROM agents WHERE name = ?").get(name);
    return row ? agentOf(row) : null;
  }

  insert(agent: RegisteredAgent): void {
    this.#db
      .prepare("INSERT INTO agents (name, kind, command, created_at) VALUES (?, ?, ?, ?)")
      .run(agent.name, agent.kind, agent.command, agent.createdAt);
  }

  /** False where there was none of that name. */
  remove(name: string): boolean {
    return this.#db.prepare("DELETE FROM agents WHERE name = ?").run(name).changes > 0;
  }
}
