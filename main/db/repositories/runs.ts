import type { Database } from "better-sqlite3";
import type { AgentIdentity, Level, RunPhase, RunStatus, Verify } from "../../../preload/contract/index.ts";
import type { NewRun, RunEnd, RunRequest } from "../../core/runs/run-store.ts";

export interface RunRow {
  readonly id: string;
  readonly experiment_id: string | null;
  readonly task_id: string;
  readonly task_version: string;
  readonly task_digest: string;
  readonly variant: number;
  readonly repetition: number;
  readonly agent_spec: string;
  readonly agent_kind: AgentIdentity["kind"];
  readonly agent_name: string;
  readonly agent_version: string | null;
  readonly agent_fingerprint: string | null;
  readonly language: "en" | "zh";
  readonly verify: Verify;
  readonly min_level: Level | null;
  readonly status: RunStatus;
  readonly phase: RunPhase;
  readonly reason: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly grading_id: number | null;
}

/** The rows of the table `runs` and of their phases. */
export class RunRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  insert(run: NewRun): void {
    this.#db
      .prepare(
        `INSERT INTO runs (id, task_id, task_version, task_digest, variant, repetition, agent_spec, agent_kind,
           agent_name, agent_version, agent_fingerprint, language, verify, min_level, status, phase, started_at)
         VALUES (@id, @taskId, @taskVersion, @taskDigest, @variant, @repetition, @agentSpec, @agentKind,
           @agentName, @agentVersion, @agentFingerprint, @language, @verify, @minLevel, 'queued', 'waiting', @at)`,
      )
      .run({
        id: run.id,
        taskId: run.task.id,
        taskVersion: run.task.version,
        taskDigest: run.task.digest,
        variant: run.variant,
        repetition: run.repetition,
        agentSpec: run.agentSpec,
        ...agentColumns(run.agent),
        language: run.language,
        verify: run.verify,
        minLevel: run.minLevel,
        at: run.at,
      });
  }

  begin(id: string, at: string): void {
    this.#db.prepare("UPDATE runs SET status = 'running', started_at = ? WHERE id = ?").run(at, id);
  }

  setPhase(id: string, phase: RunPhase): void {
    this.#db.prepare("UPDATE runs SET phase = ? WHERE id = ?").run(phase, id);
  }

  setAgent(id: string, agent: AgentIdentity): void {
    this.#db
      .prepare(
        `UPDATE runs SET agent_kind = @agentKind, agent_name = @agentName, agent_version = @agentVersion,
           agent_fingerprint = @agentFingerprint WHERE id = @id`,
      )
      .run({ id, ...agentColumns(agent) });
  }

  /** Part of the finishing transaction. */
  end(id: string, end: RunEnd, gradingId: number | null): void {
    const phase = this.#db.prepare(
      "INSERT INTO run_phases (run_id, position, phase, seconds) VALUES (?, ?, ?, ?)",
    );
    for (const [position, each] of end.phases.entries()) phase.run(id, position, each.phase, each.seconds);
    this.#db
      .prepare(
        "UPDATE runs SET status = ?, phase = 'done', reason = ?, finished_at = ?, grading_id = ? WHERE id = ?",
      )
      .run(end.status, end.reason, end.at, gradingId, id);
  }

  setGrading(id: string, gradingId: number): void {
    this.#db.prepare("UPDATE runs SET grading_id = ? WHERE id = ?").run(gradingId, id);
  }

  get(id: string): RunRow | null {
    return this.#db.prepare<[string], RunRow>("SELECT * FROM runs WHERE id = ?").get(id) ?? null;
  }

  request(id: string): RunRequest | null {
    const row = this.get(id);
    return row && { agentSpec: row.agent_spec, verify: row.verify, minLevel: row.min_level };
  }

  phases(id: string): { phase: RunPhase; seconds: number }[] {
    return this.#db
      .prepare<[string], { phase: RunPhase; seconds: number }>(
        "SELECT phase, seconds FROM run_phases WHERE run_id = ? ORDER BY position",
      )
      .all(id);
  }

  unfinished(): RunRow[] {
    return this.#db
      .prepare<[], RunRow>("SELECT * FROM runs WHERE status IN ('queued', 'running') ORDER BY number")
      .all();
  }

  /** The phase stays, so that the row still says how far the run had come. */
  interrupt(id: string, reason: string, at: string): void {
    this.#db
      .prepare("UPDATE runs SET status = 'interrupted', reason = ?, finished_at = ? WHERE id = ?")
      .run(reason, at, id);
  }
}

const agentColumns = (agent: AgentIdentity) => ({
  agentKind: agent.kind,
  agentName: agent.name,
  agentVersion: agent.version,
  agentFingerprint: agent.fingerprint,
});
