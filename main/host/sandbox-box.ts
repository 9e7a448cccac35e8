import type { Box, BoxJob } from "../core/runs/ports.ts";
import type { Execution } from "../core/runs/run-store.ts";
import type { SandboxJob, SandboxResult } from "../sandbox/protocol.ts";
import type { Machine } from "./machine.ts";

/** The sandbox as the run pipeline sees it. */
export function sandboxBox(machine: Machine): Box {
  return {
    run: async (job, { signal, onResources }) => {
      const python = await machine.python();
      const supervisor = await machine.supervisor();
      const result = await supervisor.run(sandboxJob(job, python.folder), {
        signal,
        onEvent: (event) => {
          if (event.event !== "resources") return;
          const { wallSeconds, cpuSeconds, memoryBytes, outputBytes } = event;
          onResources({ wallSeconds, cpuSeconds, memoryBytes, outputBytes });
        },
      });
      return executionOf(result);
    },
  };
}

export const sandboxJob = (job: BoxJob, prefix: string): SandboxJob => ({
  solution: job.solution,
  entry: "solution.py",
  data: job.data,
  task_id: job.taskId,
  seed: job.seed,
  limits: {
    wall_seconds: job.limits.wallSeconds,
    memory_bytes: job.limits.memoryBytes,
    cores: job.limits.cores,
    ...(job.collected && {
      file_bytes: job.collected.fileBytes,
      artifact_file_bytes: job.collected.fileBytes,
      artifact_total_bytes: job.collected.totalBytes,
      tmp_bytes: job.collected.scratchBytes,
    }),
  },
  shown_limits: job.shownLimits && {
    wall_seconds: job.shownLimits.wallSeconds,
    memory_bytes: job.shownLimits.memoryBytes,
    cores: job.shownLimits.cores,
  },
  recorder: job.recorder,
  log: job.log,
  report_out: job.report,
  evidence_out: job.evidence,
  min_level: job.minLevel,
  python: { prefix },
  masked: job.masked,
});

export const executionOf = (result: SandboxResult): Execution => ({
  status: result.status,
  reason: result.reason,
  exitCode: result.exitCode,
  signal: result.signal,
  level: result.level,
  walls: result.walls,
  wallSeconds: result.wallSeconds,
  cpuSeconds: result.cpuSeconds,
  peakMemoryBytes: result.peakMemoryBytes,
  threads: result.threads,
  outputBytes: result.stdout.bytes + result.stderr.bytes,
  stderr: result.stderr.text,
  artifacts: result.artifacts,
  skipped: result.skipped,
  record: { ...result.record, ending: result.ending, facts: result.facts },
});
