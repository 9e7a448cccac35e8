/** A pipeline with a real store and made-up surroundings: what happens in the box is told by the test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EventData, Language } from "../../../preload/contract/index.ts";
import { ProbePlan } from "../../../main/core/evidence/probe-plan.ts";
import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import type { Agent, BoxJob, GradeInput, Ports } from "../../../main/core/runs/ports.ts";
import { RunService, type StartRequest } from "../../../main/core/runs/run-service.ts";
import type { Execution, Grading } from "../../../main/core/runs/run-store.ts";
import type { Task } from "../../../main/core/tasks/task.ts";
import { Store } from "../../../main/db/store.ts";
import { execution } from "../../contract/seed-home.ts";
import { runDocument } from "../../fixtures/runs/run-document.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const document = runDocument();

export const grading: Grading = {
  graderVersion: "1.0.0",
  total: 90,
  rawTotal: 90,
  percent: 90,
  complete: false,
  stages: document.stages,
  engineering: document.engineering,
  diagnoses: [],
};

export interface Scene {
  readonly store: Store;
  readonly runs: RunService;
  readonly home: string;
  readonly jobs: BoxJob[];
  readonly graded: GradeInput[];
  readonly news: EventData<"run.changed">[];
}

export interface Script {
  /** What the box does with its n-th job. */
  readonly box?: (job: BoxJob, n: number, signal: AbortSignal) => Promise<Execution> | Execution;
  readonly agent?: Agent;
  readonly python?: Ports["python"];
  readonly ensureVariant?: Ports["tasks"]["ensureVariant"];
  readonly gather?: Ports["grader"]["gather"];
  readonly requireSpace?: Ports["requireSpace"];
  readonly finish?: (store: Store) => void;
}

export const ended = (more: Partial<Execution>): Execution => ({ ...execution, ...more });

const task = {
  id: "credit_risk",
  version: "1.0.0",
  digest: "d".repeat(64),
  walls: { timeoutSeconds: 120, memoryBytes: 1e9, cpuCores: 2, allowedModels: null, prohibited: [] },
} as unknown as Task;

const plainAgent: Agent = {
  identity: { kind: "script", name: "plain", version: null, fingerprint: null },
  work: async (room) => {
    writeFileSync(join(room.solution, "solution.py"), "print(1)\n");
    return { kind: "ready", identity: { kind: "script", name: "plain", version: null, fingerprint: "f" } };
  },
};

export async function scene(script: Script = {}): Promise<Scene> {
  const home = temporaryFolder();
  const store = await Store.open(home);
  const jobs: BoxJob[] = [];
  const graded: GradeInput[] = [];
  const news: EventData<"run.changed">[] = [];
  let id = 0;
  let seconds = 0;
  const runs = new RunService({
    home,
    store,
    clock: { now: () => "2026-11-29T10:00:00.000Z", seconds: () => (seconds += 1) },
    ids: { next: () => `run-${(id += 1)}` },
    python: script.python ?? (async () => ({ executable: "/python", folder: "/venv" })),
    tasks: {
      load: async () => task,
      ensureVariant:
        script.ensureVariant ??
        (async () => ({ public: join(home, "public"), private: join(home, "private") })),
      probedHoldout: async (_task, _data, into) => {
        mkdirSync(into, { recursive: true });
        return ProbePlan.parse({ schema: 1, noisy: [], permuted: {} });
      },
      calibrated: async (one) => one,
      reorderedHoldout: async (_task, _from, into) => void mkdirSync(into, { recursive: true }),
    },
    agents: { resolve: async () => script.agent ?? plainAgent },
    box: {
      run: async (job, { signal }) => {
        jobs.push(job);
        return script.box?.(job, jobs.length, signal) ?? execution;
      },
    },
    grader: {
      gather: async (input) => {
        graded.push(input);
        return script.gather?.(input) ?? ({} as Evidence);
      },
      grade: async () => grading,
    },
    news: { changed: (data) => news.push(data), resources: () => undefined, decision: () => undefined },
    requireSpace: script.requireSpace ?? (async () => undefined),
  });
  return { store, runs, home, jobs, graded, news };
}

export const request = (more: Partial<StartRequest> = {}): StartRequest => ({
  task: "credit_risk",
  agent: "script:/x",
  variant: 0,
  repetition: 0,
  verify: "full",
  minLevel: null,
  language: "en" satisfies Language,
  ...more,
});
