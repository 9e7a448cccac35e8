import type { Database } from "better-sqlite3";

/** Runs, what each execution was, and every grading of it. Nothing here is one JSON blob of a run. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE runs (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      experiment_id TEXT,
      task_id TEXT NOT NULL,
      task_version TEXT NOT NULL,
      task_digest TEXT NOT NULL,
      variant INTEGER NOT NULL,
      repetition INTEGER NOT NULL,
      agent_spec TEXT NOT NULL,
      agent_kind TEXT NOT NULL,
      agent_name TEXT NOT NULL,
      agent_version TEXT,
      agent_fingerprint TEXT,
      language TEXT NOT NULL,
      verify TEXT NOT NULL,
      min_level TEXT,
      status TEXT NOT NULL,
      phase TEXT NOT NULL,
      reason TEXT,
      started_at TEXT NOT NULL,
      finished_at TEXT,
      grading_id INTEGER REFERENCES gradings(id)
    ) STRICT;
    CREATE INDEX runs_by_status ON runs(status);
    CREATE INDEX runs_by_task ON runs(task_id, number);

    CREATE TABLE run_phases (
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      phase TEXT NOT NULL,
      seconds REAL NOT NULL,
      PRIMARY KEY (run_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE executions (
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind IN ('scored', 'reordered', 'probes')),
      status TEXT NOT NULL,
      reason TEXT,
      exit_code INTEGER,
      signal TEXT,
      level TEXT,
      wall_seconds REAL NOT NULL,
      cpu_seconds REAL NOT NULL,
      peak_memory_bytes INTEGER NOT NULL,
      threads INTEGER NOT NULL,
      output_bytes INTEGER NOT NULL,
      stderr TEXT NOT NULL,
      record TEXT NOT NULL,
      PRIMARY KEY (run_id, kind)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE execution_walls (
      run_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      position INTEGER NOT NULL,
      wall TEXT NOT NULL,
      requested ANY,
      effective ANY,
      enforced_by TEXT NOT NULL,
      wall_kind TEXT NOT NULL,
      PRIMARY KEY (run_id, kind, position),
      FOREIGN KEY (run_id, kind) REFERENCES executions(run_id, kind) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE artifacts (
      run_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      path TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      PRIMARY KEY (run_id, kind, path),
      FOREIGN KEY (run_id, kind) REFERENCES executions(run_id, kind) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE skipped (
      run_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      position INTEGER NOT NULL,
      path TEXT NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (run_id, kind, position),
      FOREIGN KEY (run_id, kind) REFERENCES executions(run_id, kind) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE run_events (
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      n INTEGER NOT NULL,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      data TEXT NOT NULL,
      PRIMARY KEY (run_id, n)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE gradings (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      graded_at TEXT NOT NULL,
      grader_version TEXT NOT NULL,
      total REAL NOT NULL,
      raw_total REAL NOT NULL,
      percent REAL NOT NULL,
      complete INTEGER NOT NULL,
      accuracy REAL,
      gate REAL,
      resource REAL,
      reproducibility REAL,
      score REAL,
      metric_name TEXT,
      metric_value REAL,
      baseline REAL,
      reference REAL
    ) STRICT;
    CREATE INDEX gradings_by_run ON gradings(run_id, id);

    CREATE TABLE stages (
      grading_id INTEGER NOT NULL REFERENCES gradings(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      points REAL NOT NULL,
      maximum REAL NOT NULL,
      complete INTEGER NOT NULL,
      PRIMARY KEY (grading_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE checks (
      grading_id INTEGER NOT NULL REFERENCES gradings(id) ON DELETE CASCADE,
      stage INTEGER NOT NULL,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      points REAL NOT NULL,
      maximum REAL NOT NULL,
      status TEXT NOT NULL,
      evidence TEXT NOT NULL,
      message TEXT NOT NULL,
      at_file TEXT,
      at_line INTEGER,
      domino_of TEXT,
      details TEXT NOT NULL,
      PRIMARY KEY (grading_id, stage, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX checks_by_id ON checks(id, status);

    CREATE TABLE diagnoses (
      grading_id INTEGER NOT NULL REFERENCES gradings(id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      rule TEXT NOT NULL,
      rule_group TEXT NOT NULL,
      message TEXT NOT NULL,
      fix TEXT NOT NULL,
      at_file TEXT,
      at_line INTEGER,
      PRIMARY KEY (grading_id, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE agents (
      name TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      command TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE settings (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
