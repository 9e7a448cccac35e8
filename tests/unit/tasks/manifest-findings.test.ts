/** What `tasks validate` says of a manifest: the rule, the line, the thing, and what to do. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { readManifestFindings } from "../../../main/core/tasks/validation/manifest-findings.ts";
import { temporaryFolder, toyManifest } from "./toy-tasks.ts";

const stages = [
  "problem_understanding",
  "data_inspection",
  "preprocessing",
  "model_training",
  "evaluation",
  "reporting",
];
const walls = { ...toyManifest.walls, memory_bytes: 1_000_000_000 };
/** A manifest without fault. */
const good = { ...toyManifest, walls, stages, key: ["id"] };

async function findingsOf(text: string, id = "toy") {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "task.yaml"), text);
  return readManifestFindings(folder, id);
}

const findingsIn = async (changed: object) => (await findingsOf(stringify({ ...good, ...changed }))).findings;

/** The line that begins with a key of the top level. */
const lineOf = (changed: object, key: string): number =>
  stringify({ ...good, ...changed })
    .split("\n")
    .findIndex((line) => line.startsWith(`${key}:`)) + 1;

test("a good manifest has no finding", async () => {
  const { manifest, findings } = await findingsOf(stringify(good));
  expect(findings).toEqual([]);
  expect(manifest?.id).toBe("toy");
});

test("a folder without a manifest says so", async () => {
  const { manifest, findings } = await readManifestFindings(temporaryFolder(), "toy");
  expect(manifest).toBeNull();
  expect(findings).toMatchObject([{ rule: "manifest.missing", file: "task.yaml", line: null }]);
});

test("text that is no YAML is named with its line", async () => {
  const { manifest, findings } = await findingsOf(
    "schema: 1\nid: toy\nwalls: {timeout_sec: 5\nversion: 1.0.0\n",
  );
  expect(manifest).toBeNull();
  expect(findings[0]).toMatchObject({ rule: "manifest.yaml", file: "task.yaml" });
  expect(findings[0]?.line).toBeGreaterThanOrEqual(3);
});

test("a missing field is named at the line of its parent", async () => {
  const { timeout_sec: _gone, ...rest } = walls;
  const [finding] = await findingsIn({ walls: rest });
  expect(finding).toMatchObject({ rule: "manifest.field", line: lineOf({ walls: rest }, "walls") });
  expect(finding?.message).toMatch(/^walls\.timeout_sec: /);
  expect(finding?.fix).toContain("docs/how-to-add-a-task.md");
});

test("a value of the wrong type is named at its own line", async () => {
  const changed = { external_data: "perhaps" };
  const findings = await findingsIn(changed);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ rule: "manifest.field", line: lineOf(changed, "external_data") });
  expect(findings[0]?.message).toMatch(/^external_data: .*boolean/);
});

test("a key too much is named at its own line", async () => {
  const changed = { wals: 3 };
  const [finding] = await findingsIn(changed);
  expect(finding).toMatchObject({ rule: "manifest.field", line: lineOf(changed, "wals") });
  expect(finding?.fix).toContain("Take the key out");
});

test("a task made for a newer workbench is refused with that reason", async () => {
  const { manifest, findings } = await findingsOf(stringify({ ...good, schema: 2 }));
  expect(manifest).toBeNull();
  expect(findings).toMatchObject([{ rule: "manifest.newer", line: 1 }]);
  expect(findings[0]?.message).toContain("newer workbench");
  expect(findings[0]?.fix).toContain("Update the workbench");
});

test("an id that is not the folder's name is found", async () => {
  const { findings } = await findingsOf(stringify(good), "another");
  expect(findings).toMatchObject([{ rule: "manifest.id", line: lineOf({}, "id") }]);
});

describe("what the types allow and the product does not:", () => {
  test.each<[string, object, string, RegExp]>([
    [
      "a check that there is none",
      { not_applicable: ["evaluation.beauty"] },
      "manifest.check",
      /evaluation\.beauty/,
    ],
    ["a model family that there is none", { allowed_models: ["Oracle"] }, "manifest.models", /Oracle/],
    ["a prohibited family that there is none", { prohibited: ["magic"] }, "manifest.models", /magic/],
    [
      "a stage whose points do not sum, since none of its checks applies",
      {
        stages: ["data_inspection"],
        inspection: { schema: "-", missing: "-", outliers: "-", duplicates: "-", drift: "-", privacy: "-" },
      },
      "manifest.points",
      /data_inspection sum to 0 points, not 20/,
    ],
    [
      "a stage named twice",
      { stages: [...stages, "reporting"] },
      "manifest.stages",
      /reporting is named twice/,
    ],
    ["a predictive task without a target", { target: null }, "manifest.target", /has a target/],
    [
      "a binary task without a positive class",
      { target: { column: "y", positive: null, labels: [0, 1] } },
      "manifest.target",
      /positive class/,
    ],
    [
      "a positive class that is no label",
      { target: { column: "y", positive: 2, labels: [0, 1] } },
      "manifest.target",
      /2 is none of the labels/,
    ],
    [
      "one label only",
      { target: { column: "y", positive: 1, labels: [1] } },
      "manifest.target",
      /at least two labels/,
    ],
    [
      "a metric of another task type",
      { primary_metric: "mae" },
      "manifest.metric",
      /mae is no primary metric/,
    ],
    ["no metric for a model", { primary_metric: null }, "manifest.metric", /has a primary metric/],
    ["a scale of forecasts", { primary_scale: "last_week" }, "manifest.metric", /Only a forecast/],
    ["no hold-out", { data: { holdout: null } }, "manifest.data", /has a hold-out/],
    ["one file for two tables", { data: { holdout: "data.csv" } }, "manifest.data", /named twice/],
    [
      "a file that the workbench writes",
      { data: { further: ["limits.json"] } },
      "manifest.data",
      /limits\.json/,
    ],
    ["probes of rule tasks", { probes: "edges" }, "manifest.probes", /rule tasks/],
    ["words to drop and no text", { noise: { kind: "words", share: 0.05 } }, "manifest.noise", /text column/],
    ["a horizon without a value", { constraints: ["cpu", "horizon"] }, "manifest.horizon", /has no value/],
  ])("%s", async (_what, changed, rule, message) => {
    const findings = await findingsIn(changed);
    const found = findings.filter((one) => one.rule === rule);
    expect(found.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
    expect(found[0]?.line).not.toBeNull();
    expect(found[0]?.fix).not.toBe("");
  });
});

test("the template of new tasks differs from a manifest by its placeholders alone", async () => {
  const template = readFileSync(
    join(import.meta.dirname, "..", "..", "..", "tasks", "template", "task.template.yaml"),
    "utf8",
  );
  const filled = template
    .replaceAll("TASK_ID_HERE", "toy")
    .replaceAll("TASK_TITLE_HERE", "Toy")
    .replace("DIGEST_HERE", "0".repeat(64));
  expect((await findingsOf(filled)).findings).toEqual([]);
});
