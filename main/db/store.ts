import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type {
  AgentIdentity,
  GradingSummary,
  RunPhase,
  VerificationRecord,
} from "../../preload/contract/index.ts";
import type { Override } from "../core/grading/override.ts";
import type {
  Execution,
  ExecutionKind,
  Grading,
  NewRun,
  RunEnd,
  RunEvent,
  RunQuery,
  RunRequest,
  RunStore,
  StoredRun,
} from "../core/runs/run-store.ts";
import { openDatabase } from "./open-database.ts";
import { AgentRows } from "./repositories/agents.ts";
import { AuditRows } from "./repositories/audit.ts";
import { ExecutionRows } from "./repositories/executions.ts";
import { GradingRows } from "./repositories/gradings.ts";
import { OverrideRows } from "./repositories/overrides.ts";
import { RunEventRows } from "./repositories/run-events.ts";
import { identityOf } from "./repositories/run-identity.ts";
import { RunList } from "./repositories/run-list.ts";
import { type RunRow, RunRows } from "./repositories/runs.ts";
import { SettingRows } from "./repositories/settings.ts";
import { fromSqlite } from "./sqlite-error.ts";

export const databaseFile = (home: string): string => join(home, "workbench.db");

/** The whole store. Every change that belongs together is one transaction. */
export class Store implements RunStore {
  readonly file: string;
  readonly agents: AgentRows;
  readonly settings: SettingRows;
  readonly audit: AuditRows;
  readonly #db: Database;
  readonly #runs: RunRows;
  readonly #executions: ExecutionRows;
  readonly #gradings: GradingRows;
  readonly #overrides: OverrideRows;
  readonly #events: RunEventRows;
  readonly #list: RunList;

  static async open(home: string): Promise<Store> {
    const file = databaseFile(home);
    return new Store(await openDatabase(file), file);
  }

  private constructor(db: Database, file: string) {
    this.file = file;
    this.#db = db;
    this.agents = new AgentRows(db);
    this.settings = new SettingRows(db);
    this.audit = new AuditRows(db);
    this.#runs = new RunRows(db);
    this.#executions = new ExecutionRows(db);
    this.#gradings = new GradingRows(db);
    this.#overrides = new OverrideRows(db);
    this.#events = new RunEventRows(db);
    this.#list = new RunList(db);
  }

  /** Runs `change` as one transaction and says in words what the disk or another program did to it. */
  write<T>(change: () => T): T {
    try {
      return this.#db.transaction(change).immediate();
    } catch (error) {
      throw fromSqlite(error, this.file);
    }
  }

  insert(run: NewRun): void {
    this.write(() => {
      this.#runs.insert(run);
      this.audit.add({
        at: run.at,
        action: "run.queued",
        subject: run.id,
        data: { task: run.task.id, variant: run.variant, agent: run.agentSpec },
      });
    });
  }

  begin(id: string, at: string): void {
    this.write(() => this.#runs.begin(id, at));
  }

  setPhase(id: string, phase: RunPhase): void {
    this.write(() => this.#runs.setPhase(id, phase));
  }

  setAgent(id: string, agent: AgentIdentity): void {
    this.write(() => this.#runs.setAgent(id, agent));
  }

  saveExecution(id: string, kind: ExecutionKind, execution: Execution): void {
    this.write(() => this.#executions.save(id, kind, execution));
  }

  finish(id: string, end: RunEnd): void {
    this.write(() => {
      const grading = end.grading ? this.#gradings.insert(id, end.grading, end.at) : null;
      this.#runs.end(id, end, grading);
      this.audit.add({
        at: end.at,
        action: "run.ended",
        subject: id,
        data: {
          status: end.status,
          percent: end.grading?.percent ?? null,
          grader: end.grading?.graderVersion ?? null,
        },
      });
    });
  }

  addGrading(id: string, grading: Grading, shown: Grading | null, at: string): void {
    this.write(() => {
      const own = this.#gradings.insert(id, grading, at);
      this.#runs.setGrading(id, shown === null ? own : this.#gradings.insert(id, shown, at, own));
      this.audit.add({
        at,
        action: "run.graded",
        subject: id,
        data: { percent: grading.percent, grader: grading.graderVersion },
      });
    });
  }

  addOverride(id: string, override: Override, shown: Grading | null): void {
    this.write(() => {
      const own = this.#gradings.ownOf(id);
      if (own === null) throw new Error(`Run ${id} has no grading to override.`);
      this.#overrides.insert(id, override);
      this.#runs.setGrading(id, shown === null ? own : this.#gradings.insert(id, shown, override.at, own));
      const { check, points, author, reason } = override;
      this.audit.add({
        at: override.at,
        action: points === null ? "run.override_withdrawn" : "run.overridden",
        subject: id,
        data: { check, points, author, reason },
      });
    });
  }

  overrides(id: string): readonly Override[] {
    return this.#overrides.of(id);
  }

  ownGrading(id: string): Grading | null {
    const own = this.#gradings.ownOf(id);
    return own === null ? null : this.#gradings.get(own);
  }

  gradings(id: string): readonly GradingSummary[] {
    return this.#gradings.listOf(id, this.#runs.get(id)?.grading_id ?? null);
  }

  grading(id: string, gradingId: number): Grading | null {
    return this.gradings(id).some((one) => one.id === gradingId) ? this.#gradings.get(gradingId) : null;
  }

  addEvents(id: string, events: readonly RunEvent[]): void {
    if (events.length > 0) this.write(() => this.#events.add(id, events));
  }

  events(id: string): readonly RunEvent[] {
    return this.#events.of(id);
  }

  get(id: string): StoredRun | null {
    const row = this.#runs.get(id);
    if (!row) return null;
    const scored = this.#executions.get(id, "scored");
    const grading = row.grading_id === null ? null : this.#gradings.get(row.grading_id);
    return {
      ...identityOf(row),
      experimentId: row.experiment_id,
      language: row.language,
      sandbox: { level: scored?.level ?? null, walls: [...(scored?.walls ?? [])] },
      resources: scored && {
        wallSeconds: scored.wallSeconds,
        cpuSeconds: scored.cpuSeconds,
        peakMemoryBytes: scored.peakMemoryBytes,
        threads: scored.threads,
        outputBytes: scored.outputBytes,
      },
      phases: this.#runs.phases(id),
      total: grading?.total ?? null,
      rawTotal: grading?.rawTotal ?? null,
      percent: grading?.percent ?? null,
      graderVersion: grading?.graderVersion ?? null,
      complete: grading?.complete ?? null,
      stages: [...(grading?.stages ?? [])],
      engineering: grading?.engineering ?? null,
      diagnoses: [...(grading?.diagnoses ?? [])],
      artifacts: scored?.artifacts ?? [],
      skipped: scored?.skipped ?? [],
      verification: this.#verification(row),
    };
  }

  #verification(row: RunRow): VerificationRecord {
    const kinds = ["reordered", "probes"] as const;
    return {
      asked: row.verify,
      executions: kinds.flatMap((kind) => {
        const done = this.#executions.get(row.id, kind);
        return done ? [{ kind, status: done.status, reason: done.reason }] : [];
      }),
      notAvailable: [],
    };
  }

  request(id: string): RunRequest | null {
    return this.#runs.request(id);
  }

  execution(id: string, kind: ExecutionKind): Execution | null {
    return this.#executions.get(id, kind);
  }

  list(query: RunQuery): ReturnType<RunStore["list"]> {
    return this.#list.page(query);
  }

  interruptUnfinished(at: string): readonly string[] {
    return this.write(() =>
      this.#runs.unfinished().map((row) => {
        const reason =
          row.status === "queued"
            ? "The workbench was ended while this run waited in the queue."
            : `The workbench was ended in the middle of this run (phase: ${row.phase}).`;
        this.#runs.interrupt(row.id, reason, at);
        this.audit.add({ at, action: "run.interrupted", subject: row.id, data: { phase: row.phase } });
        return row.id;
      }),
    );
  }

  close(): void {
    this.#db.close();
  }
}
