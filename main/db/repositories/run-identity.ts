import type { RunRow } from "./runs.ts";

/** What a run is and where it stands: the part that the list and the whole document share. */
export const identityOf = (row: RunRow) => ({
  id: row.id,
  task: { id: row.task_id, version: row.task_version, digest: row.task_digest },
  variant: row.variant,
  repetition: row.repetition,
  agent: {
    kind: row.agent_kind,
    name: row.agent_name,
    version: row.agent_version,
    fingerprint: row.agent_fingerprint,
  },
  status: row.status,
  phase: row.phase,
  reason: row.reason,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});
