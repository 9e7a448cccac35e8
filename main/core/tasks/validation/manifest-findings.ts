/** What is wrong with `task.yaml`, by line. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, isScalar, LineCounter, parseDocument, type Document } from "yaml";
import { mlEngineering } from "../../../../pipelines/ml_engineering/pipeline.ts";
import { checks } from "../../grading/checks/registry.ts";
import { rubricOf } from "../../grading/rubric.ts";
import { fileErrorCode } from "../file-error-code.ts";
import { Manifest } from "../manifest.ts";
import { familyNames } from "../model-families.ts";
import { reservedNames } from "../reserved-names.ts";
import type { TaskFinding } from "../../../../preload/contract/task.ts";

const file = "task.yaml";

/** Parts of checks that a manifest may take away by name, beside whole checks. */
const partsOfChecks: ReadonlySet<string> = new Set(["evaluation.explainability.importance"]);

export interface ManifestReading {
  /** Null where it cannot be used. */
  readonly manifest: Manifest | null;
  readonly findings: readonly TaskFinding[];
}

export async function readManifestFindings(folder: string, id: string): Promise<ManifestReading> {
  const text = await readFile(join(folder, file), "utf8").catch((error: unknown) => {
    if (fileErrorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) {
    const message = "The folder holds no task.yaml.";
    return {
      manifest: null,
      findings: [finding("manifest.missing", null, message, "Start with `mlewb tasks new`.")],
    };
  }
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const line = counter.linePos(broken.pos[0]).line;
    const message = broken.message.split("\n")[0] ?? "";
    return { manifest: null, findings: [finding("manifest.yaml", line, message, "Write it as YAML 1.2.")] };
  }
  const lineOf = (path: readonly PropertyKey[]): number | null => placeOf(document, path, counter);
  const parsed = Manifest.safeParse(document.toJS());
  if (!parsed.success) {
    const findings = parsed.error.issues.map((issue) => {
      // A key too much is reported at its parent: the line is that of the key.
      const [extra] = issue.code === "unrecognized_keys" ? issue.keys : [];
      const path = extra === undefined ? issue.path : [...issue.path, extra];
      const where = path.map(String).join(".");
      const rule = where === "schema" ? "manifest.newer" : "manifest.field";
      return finding(rule, lineOf(path), `${where || "(top)"}: ${issue.message}`, fixOf(issue.code, where));
    });
    return { manifest: null, findings };
  }
  return { manifest: parsed.data, findings: meaningOf(parsed.data, id, lineOf) };
}

/** What the types allow and the product does not. */
function meaningOf(
  manifest: Manifest,
  id: string,
  lineOf: (path: readonly PropertyKey[]) => number | null,
): TaskFinding[] {
  const found: TaskFinding[] = [];
  const say = (rule: string, path: readonly PropertyKey[], message: string, fix: string): void => {
    found.push(finding(rule, lineOf(path), message, fix));
  };
  if (manifest.id !== id) {
    say("manifest.id", ["id"], `id is ${manifest.id}, but the folder is ${id}.`, "Give both the same name.");
  }
  for (const [key, names] of [
    ["allowed_models", manifest.walls.allowedModels ?? []],
    ["prohibited", manifest.walls.prohibited],
  ] as const) {
    for (const [at, name] of names.entries()) {
      if (familyNames.has(name)) continue;
      const known = [...familyNames].join(", ");
      say("manifest.models", [key, at], `${name} is no model family.`, `Name one of: ${known}.`);
    }
  }
  for (const [at, name] of manifest.notApplicable.entries()) {
    if (checks.has(name) || partsOfChecks.has(name)) continue;
    const known = [...checks.keys()].join(", ");
    say("manifest.check", ["not_applicable", at], `There is no check ${name}.`, `The checks are: ${known}.`);
  }
  for (const stage of rubricOf(manifest, "en")) {
    // Points of checks that do not apply go to the others: a stage without any others has no 20 points.
    const sum = stage.checks.reduce((total, check) => total + check.points, 0);
    if (Math.abs(sum - 20) > 0.05) {
      const message = `The checks of ${stage.stage} sum to ${sum} points, not 20.`;
      say("manifest.points", ["stages"], message, "Leave the stage out, or let one of its checks apply.");
    }
  }
  const order = mlEngineering.stages.map((stage) => stage.id);
  for (const [at, stage] of manifest.stages.entries()) {
    if (manifest.stages.indexOf(stage) !== at) {
      say(
        "manifest.stages",
        ["stages", at],
        `${stage} is named twice.`,
        `Name each once: ${order.join(", ")}.`,
      );
    }
  }
  sayOfTarget(manifest, say);
  sayOfData(manifest, say);
  return found;
}

type Say = (rule: string, path: readonly PropertyKey[], message: string, fix: string) => void;

function sayOfTarget(manifest: Manifest, say: Say): void {
  const { target, taskType, primaryMetric, stages } = manifest;
  const isClasses = taskType === "binary_classification" || taskType === "multiclass_classification";
  const isPredictive = isClasses || taskType === "regression" || taskType === "forecast";
  if (isPredictive && target === null) {
    say("manifest.target", ["target"], `A task of type ${taskType} has a target.`, "Name its column.");
  }
  if (!isPredictive && target !== null) {
    say("manifest.target", ["target"], `A task of type ${taskType} has no target.`, "Write `target: null`.");
  }
  if (taskType === "binary_classification" && target !== null && target.positive === null) {
    say("manifest.target", ["target", "positive"], "A binary task has a positive class.", "Name its label.");
  }
  if (isClasses && target !== null && target.labels.length < 2) {
    say(
      "manifest.target",
      ["target", "labels"],
      "Classes need at least two labels.",
      "List them as they are after normalising.",
    );
  }
  if (target !== null && target.positive !== null && !target.labels.includes(target.positive)) {
    say(
      "manifest.target",
      ["target", "positive"],
      `${target.positive} is none of the labels.`,
      "Name one of the labels.",
    );
  }
  if (stages.includes("model_training") && primaryMetric === null) {
    say(
      "manifest.metric",
      ["primary_metric"],
      "A task with model_training has a primary metric.",
      "Name it.",
    );
  }
  const known = metricsOf[taskType];
  if (primaryMetric !== null && !known.includes(primaryMetric)) {
    const fix = `Name one of: ${known.join(", ") || "none; write null"}.`;
    say(
      "manifest.metric",
      ["primary_metric"],
      `${primaryMetric} is no primary metric of a ${taskType}.`,
      fix,
    );
  }
  if (manifest.primaryScale === "last_week" && taskType !== "forecast") {
    say(
      "manifest.metric",
      ["primary_scale"],
      "Only a forecast is scaled by the last week.",
      "Write `median`.",
    );
  }
}

const metricsOf: Readonly<Record<Manifest["taskType"], readonly string[]>> = {
  binary_classification: ["f1", "roc_auc", "average_precision", "accuracy", "precision", "recall"],
  multiclass_classification: ["macro_f1", "accuracy", "macro_precision", "macro_recall"],
  regression: ["mae", "rmse", "r2"],
  forecast: ["mae", "rmse"],
  rule: [],
  audit: [],
};

function sayOfData(manifest: Manifest, say: Say): void {
  const { data, probes, taskType, text } = manifest;
  if (manifest.target !== null && data.holdout === null) {
    say("manifest.data", ["data", "holdout"], "A predictive task has a hold-out.", "Name its file.");
  }
  const files = [data.labelled, data.holdout, ...data.further].filter((name) => name !== null);
  if (new Set(files).size !== files.length) {
    say("manifest.data", ["data"], "A data file is named twice.", "Name each once.");
  }
  const reserved = files.find((name) => reservedNames.has(name));
  if (reserved !== undefined) {
    say("manifest.data", ["data"], `${reserved} is written by the workbench.`, "Give the data another name.");
  }
  if ((taskType === "rule") !== (probes === "edges")) {
    say(
      "manifest.probes",
      ["probes"],
      "`edges` is for rule tasks, and they have no other.",
      "Leave `probes` out.",
    );
  }
  if (manifest.noise.kind === "words" && text === null) {
    say("manifest.noise", ["noise"], "Words are dropped from a text column.", "Name it as `text`.");
  }
  if (manifest.constraints.includes("horizon") && manifest.horizon === null) {
    say(
      "manifest.horizon",
      ["horizon"],
      "The constraint `horizon` has no value.",
      "Write how far the forecast reaches.",
    );
  }
}

function fixOf(code: string, where: string): string {
  switch (code) {
    case "unrecognized_keys":
      return "Take the key out; the keys are listed in docs/how-to-add-a-task.md.";
    case "invalid_type":
      return `Write ${where} as the manifest of credit_risk does; docs/how-to-add-a-task.md lists every field.`;
    default:
      return where === "schema"
        ? "Update the workbench, or get the version of the task that was made for this one."
        : "See docs/how-to-add-a-task.md.";
  }
}

const finding = (rule: string, line: number | null, message: string, fix: string): TaskFinding => ({
  rule,
  file,
  line,
  message,
  fix,
});

/** The line of the innermost part of a path that is there: of a missing field, that of its parent. */
function placeOf(document: Document, path: readonly PropertyKey[], counter: LineCounter): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const some = path.slice(0, length);
    const key = some.at(-1);
    const parent = length === 1 ? document.contents : document.getIn(some.slice(0, -1), true);
    if (isMap(parent)) {
      const pair = parent.items.find((one) => isScalar(one.key) && one.key.value === key);
      const start = pair !== undefined && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
      if (start !== undefined) return counter.linePos(start).line;
    }
    const node = document.getIn(some, true);
    const start = isRanged(node) ? node.range?.[0] : undefined;
    if (start !== undefined) return counter.linePos(start).line;
  }
  return document.contents === null ? null : 1;
}

const isRanged = (node: unknown): node is { range?: readonly [number, number, number] | null } =>
  typeof node === "object" && node !== null && "range" in node;
