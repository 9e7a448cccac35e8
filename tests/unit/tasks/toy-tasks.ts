/** A tasks folder of its own with one small task, `toy`, whose generator a test writes. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { productTasksFolder, type TaskPlace } from "../../../main/core/tasks/task-files.ts";

export const goodGenerator = `
def build(variant, out):
    (out / "public").mkdir()
    (out / "private").mkdir()
    (out / "public" / "data.csv").write_text(f"row_id,x,y\\n{variant},1,0\\n")
    (out / "public" / "holdout.csv").write_text("row_id,x\\n1,1\\n2,2\\n3,3\\n")
    (out / "private" / "truth.json").write_text("{}")
`;

export const toyManifest = {
  schema: 1,
  id: "toy",
  version: "1.0.0",
  title: { en: "Toy", zh: "玩具" },
  task_type: "binary_classification",
  stages: ["problem_understanding"],
  target: { column: "y", positive: 1, labels: [0, 1] },
  key: [],
  groups: [],
  primary_metric: "f1",
  statistical: { required: ["f1"], with_scores: [] },
  walls: { timeout_sec: 5, memory_bytes: 1_000_000, cpu_cores: 1 },
  allowed_models: ["LogisticRegression"],
  prohibited: [],
  external_data: false,
  constraints: ["cpu", "models"],
  inspection: { schema: "I", missing: "I", outliers: "I", duplicates: "I", drift: "-", privacy: "-" },
  not_applicable: [],
  specification: { metrics: ["f1"], schemes: ["holdout"] },
  noise: { kind: "none" },
  scope: { roles: ["classifier"] },
  generator: { version: "1", digest: "0".repeat(64) },
};

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mlewb-tasks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The place of a folder of tasks that holds everything. */
export const placeAt = (folder: string): TaskPlace => ({ folder, shared: folder });

/** A folder that is gone when the test ends. `manifest` replaces top-level keys. */
export function toyTasks(options: { generator?: string; manifest?: object } = {}): string {
  const folder = temporaryFolder();
  cpSync(join(productTasksFolder, "generation"), join(folder, "generation"), { recursive: true });
  const task = join(folder, "toy");
  mkdirSync(task);
  for (const language of ["en", "zh"]) {
    writeFileSync(join(folder, `contract.${language}.md`), `contract ${language}\n`);
    for (const name of ["README", "data_dictionary", "card"]) {
      writeFileSync(join(task, `${name}.${language}.md`), `${name} ${language}\n`);
    }
  }
  writeFileSync(join(folder, "report.schema.json"), "{}\n");
  writeFileSync(join(folder, "report.example.json"), "{}\n");
  writeFileSync(join(task, "generator.py"), options.generator ?? goodGenerator);
  writeFileSync(join(task, "task.yaml"), stringify({ ...toyManifest, ...options.manifest }));
  return folder;
}
