import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeTask, listTasks, loadTask } from "../../../main/core/tasks/catalogue.ts";
import { belongsTo } from "../../../main/core/tasks/model-families.ts";
import { constraintsOf } from "../../../main/core/tasks/task.ts";
import type { TaskSummary } from "../../../preload/contract/task.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { placeAt, toyManifest, toyTasks } from "./toy-tasks.ts";

async function failure(promise: Promise<unknown>): Promise<WorkbenchError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof WorkbenchError) return error;
  throw new Error(`expected a WorkbenchError, got ${String(error)}`);
}

describe("the catalogue", () => {
  test("lists credit_risk in the language that is asked for", async () => {
    const of = (tasks: readonly TaskSummary[]) => tasks.find((task) => task.id === "credit_risk");
    const english = of(await listTasks("en"));
    const chinese = of(await listTasks("zh"));
    expect(english).toMatchObject({ id: "credit_risk", title: "Credit risk" });
    expect(chinese).toMatchObject({ id: "credit_risk", title: "信贷风险" });
  });

  test("shows brief, contract and card in Chinese as in English", async () => {
    const chinese = await describeTask(await loadTask("credit_risk"), "zh");
    const english = await describeTask(await loadTask("credit_risk"), "en");
    expect(chinese.brief).toContain("违约");
    expect(chinese.contract).toContain("约定");
    expect(chinese.card).toContain("许可");
    expect(english.brief).toContain("default");
    expect(english.contract).toContain("Contract");
    expect(english.card).toContain("Licence");
  });

  test("names the known tasks for one that is not there", async () => {
    const error = await failure(loadTask("credit_risks"));
    expect(error.code).toBe("not_found");
    expect(error.hint).toContain("credit_risk");
  });

  test("has a reference solution and faulty ones for credit_risk", async () => {
    const { solutions } = await loadTask("credit_risk");
    expect(solutions).toContain("reference");
    expect(solutions.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["a key that no manifest has", { colour: "red" }, /task\.yaml: .*colour/],
    ["a wrong type, by its place", { walls: { ...toyManifest.walls, cpu_cores: "two" } }, /walls\.cpu_cores/],
    [
      "a memory wall in megabytes",
      { walls: { ...toyManifest.walls, memory_bytes: 2000 } },
      /walls\.memory_bytes: the memory limit is in bytes, and 2000 looks like megabytes: did you mean 2000000000\?/,
    ],
    ["an unknown stage", { stages: ["tea_break"] }, /stages\.0/],
    ["a digest that is none", { generator: { version: "1", digest: "abc" } }, /generator\.digest: 64 hex/],
    ["a model family without a meaning", { allowed_models: ["Oracle"] }, /Oracle is no model family/],
    ["an id that is not the folder's", { id: "other" }, /id is other, but the folder is toy/],
  ])("refuses %s", async (_what, manifest, message) => {
    const error = await failure(loadTask("toy", placeAt(toyTasks({ manifest }))));
    expect(error.code).toBe("task_invalid");
    expect(error.message).toMatch(message);
  });

  test("names the document that is missing", async () => {
    const folder = toyTasks();
    rmSync(join(folder, "toy", "README.zh.md"));
    const error = await failure(loadTask("toy", placeAt(folder)));
    expect(error.message).toContain("README.zh.md");
  });

  test("refuses a calibration of other data than the manifest's, naming both digests", async () => {
    const folder = toyTasks();
    const variant = {
      variant: 0,
      digest: "f".repeat(64),
      baseline: 0.4,
      baselineFeature: "x",
      reference: 0.7,
      standardError: 0.01,
      referencePeakMemoryBytes: 1,
      referenceCpuSeconds: 1,
      referenceWallSeconds: 1,
    };
    const calibration = {
      schema: 1,
      task: "toy",
      generator: "1",
      referenceDigest: "e".repeat(64),
      level: "L2",
      cores: 1,
      variants: [variant],
    };
    writeFileSync(join(folder, "toy", "calibration.json"), JSON.stringify(calibration));
    const error = await failure(loadTask("toy", placeAt(folder)));
    expect(error.message).toContain("f".repeat(64));
    expect(error.message).toContain("0".repeat(64));
  });

  test("gives the task another digest when a document that agents see changes, not when the card does", async () => {
    const folder = toyTasks();
    const before = (await loadTask("toy", placeAt(folder))).digest;
    writeFileSync(join(folder, "toy", "card.en.md"), "another card\n");
    const withCard = (await loadTask("toy", placeAt(folder))).digest;
    writeFileSync(join(folder, "toy", "README.en.md"), "another brief\n");
    const withBrief = (await loadTask("toy", placeAt(folder))).digest;
    expect(withCard).toBe(before);
    expect(withBrief).not.toBe(before);
  });
});

describe("what a task states", () => {
  test("credit_risk: the walls, no network, no deep learning, the imbalance, no outside data", async () => {
    const task = await loadTask("credit_risk");
    expect(Object.fromEntries(constraintsOf(task, 0.1206))).toEqual({
      cpu: 2,
      memory: 1_000_000_000,
      time: 120,
      network: false,
      prohibited: ["deep_learning"],
      imbalance: 0.1206,
      external_data: false,
    });
  });
});

describe("model families", () => {
  test.each([
    ["sklearn.linear_model._logistic.LogisticRegression", "LogisticRegression", true],
    ["sklearn.linear_model.LogisticRegression", "LogisticRegression", true],
    ["sklearn.linear_model._ridge.Ridge", "LogisticRegression", false],
    ["sklearn.tree._classes.DecisionTreeClassifier", "DecisionTree", true],
    ["sklearn.ensemble._forest.RandomForestClassifier", "DecisionTree", false],
    ["sklearn.model_selection._search.GridSearchCV", "GridSearchCV", true],
    ["sklearn.ensemble._forest.RandomForestClassifier", "ensemble", true],
    ["lightgbm.sklearn.LGBMClassifier", "ensemble", true],
    ["sklearn.neural_network._multilayer_perceptron.MLPClassifier", "deep_learning", true],
    ["sklearn_extra.LogisticRegression", "LogisticRegression", false],
    ["sklearn.linear_model.LogisticRegression", "no_such_family", false],
  ])("%s in %s: %s", (dotted, family, expected) => {
    expect(belongsTo(dotted, family)).toBe(expected);
  });
});
