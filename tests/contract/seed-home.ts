/** A data folder with a history, as a workbench that ran before would have left it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTask } from "../../main/core/tasks/catalogue.ts";
import type { RunGenerator } from "../../main/core/tasks/generator-run.ts";
import { ensureVariant } from "../../main/core/tasks/variant.ts";
import { runFolders } from "../../main/core/runs/run-folders.ts";
import type { Execution } from "../../main/core/runs/run-store.ts";
import { Store } from "../../main/db/store.ts";
import { runDocument } from "../fixtures/runs/run-document.ts";

export interface SeededHome {
  readonly path: string;
  /** Two finished and graded runs of the same task. */
  readonly runs: readonly [string, string];
  /** What the log of the first one holds. */
  readonly log: string;
  remove(): void;
}

/** Longer than the credit window, with characters of two, three and four bytes at odd places. */
export const seededLog = Array.from({ length: 9000 }, (_, line) => `${line} prüfen 数据 🙂 ok\n`).join("");

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export async function seedHome(): Promise<SeededHome> {
  const path = mkdtempSync(join(tmpdir(), "mlewb-contract-"));
  const store = await Store.open(path);
  const runs = ["20260101-000000-aaaaaa", "20260102-000000-bbbbbb"] as const;
  for (const [index, id] of runs.entries()) addRun(store, path, id, index);
  store.close();
  await keepVariant(path);
  return { path, runs, log: seededLog, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A variant that was made before, so that what is told of it can be seen without Python. */
export const keptRows = "row_id,city,income\n1,Wien,10.5\n2,,20\n3,Graz,\n4,Wien,-3\n";

async function keepVariant(home: string): Promise<void> {
  const generate: RunGenerator = async ({ scratch }) => {
    const out = join(scratch, "variant");
    for (const folder of ["public", "private"]) mkdirSync(join(out, folder), { recursive: true });
    writeFileSync(join(out, "public", "data.csv"), keptRows);
    writeFileSync(join(out, "private", "truth.json"), "{}");
    return out;
  };
  await ensureVariant(await findTask("credit_risk", home), 7, "en", { home, generate });
}

/** Gives a data folder the managed Python of another one. */
export function linkPython(home: string, from: string): void {
  symlinkSync(join(from, "python"), join(home, "python"));
}

function addRun(store: Store, home: string, id: string, index: number): void {
  const run = runDocument({ id });
  const folders = runFolders(home, id);
  for (const folder of [folders.solution, join(folders.report, "figures"), folders.evidence]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(folders.solution, "solution.py"), `print("run ${index}")\n`);
  writeFileSync(join(folders.report, "report.json"), '{"problem": {}}\n');
  writeFileSync(join(folders.report, "figures", "shap.png"), png);
  writeFileSync(
    join(folders.report, "predictions.csv"),
    "row_id,split,prediction\n16,test,0\n17,holdout,1\n",
  );
  writeFileSync(join(folders.report, "model.bin"), Buffer.from([0, 1, 2, 0]));
  writeFileSync(folders.log, seededLog);
  store.insert({
    id,
    task: run.task,
    variant: 0,
    repetition: index,
    agentSpec: "reference",
    agent: run.agent,
    language: "en",
    verify: "full",
    minLevel: null,
    at: run.startedAt,
  });
  store.begin(id, run.startedAt);
  store.saveExecution(id, "scored", execution);
  store.addEvents(id, [
    { at: run.startedAt, kind: "phase", data: { phase: "scored_run" } },
    ...seededSamples.map((data) => ({ at: run.startedAt, kind: "resources" as const, data })),
  ]);
  store.finish(id, {
    status: "finished",
    reason: null,
    at: run.finishedAt ?? run.startedAt,
    phases: run.phases,
    grading: {
      graderVersion: "1.0.0",
      total: run.total ?? 0,
      rawTotal: run.rawTotal ?? 0,
      percent: run.percent ?? 0,
      complete: true,
      stages: run.stages,
      engineering: run.engineering,
      diagnoses: run.diagnoses,
    },
  });
}

const seededSamples = [
  { wallSeconds: 0.25, cpuSeconds: 0.2, memoryBytes: 90_000_000, outputBytes: 0 },
  { wallSeconds: 6.5, cpuSeconds: 7.25, memoryBytes: 156_354_560, outputBytes: 4096 },
];

export const execution: Execution = {
  status: "finished",
  reason: null,
  exitCode: 0,
  signal: null,
  level: "L2",
  walls: [
    { wall: "memory", requested: 1_000_000_000, effective: 1_000_000_000, by: "watch", kind: "watch" },
    { wall: "network", requested: "none", effective: null, by: "bwrap + seccomp", kind: "wall" },
  ],
  wallSeconds: 6.5,
  cpuSeconds: 7.25,
  peakMemoryBytes: 156_354_560,
  threads: 2,
  outputBytes: seededLog.length,
  stderr: "",
  artifacts: [
    { path: "figures/shap.png", bytes: png.length, sha256: "a".repeat(64) },
    { path: "report.json", bytes: 16, sha256: "b".repeat(64) },
  ],
  skipped: [{ path: "link", reason: "a symbolic link" }],
  record: { engine: "bwrap" },
};
