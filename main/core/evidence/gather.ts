/**
 * Makes the Evidence of a run: the only file of evidence and grading that opens things. Whatever cannot be
 * read because of the agent becomes a value; whatever cannot be read because of us becomes a fault.
 */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readLastWeek } from "../tasks/private-files.ts";
import type { WallRecord } from "../../../preload/contract/run.ts";
import { calibrationOf, constraintsOf, howMeasured, type Task } from "../tasks/task.ts";
import { measuredAt, measuredOf } from "./measured.ts";
import { Truth } from "../tasks/truth.ts";
import { listCollected, MAX_ARTIFACT_BYTES, MAX_TEXT_BYTES, readCollected } from "./collected-file.ts";
import { environmentVersions } from "./environment-versions.ts";
import type { Evidence, Outcome, Probes, RawTable, RuleRun, Verification } from "./evidence.ts";
import { isCalledByMethod, isSameFigure } from "./figure-names.ts";
import type { ProbePlan } from "./probe-plan.ts";
import { readLineage } from "./read-lineage.ts";
import { readPng } from "./read-png.ts";
import { MAX_PREDICTION_BYTES, type PredictionsReading, readPredictions } from "./read-predictions.ts";
import { readProbes } from "./read-probes.ts";
import { readReport } from "./read-report.ts";
import { MAX_SELECTION_BYTES, readSelection, type SelectionReading } from "./read-selection.ts";
import { type Labels, readLabels, readTable } from "./read-table.ts";
import { type JudgeAnswer, type JudgeRequest, runJudge } from "./run-judge.ts";

const SCHEMA = join(import.meta.dirname, "..", "..", "..", "tasks", "report.schema.json");
const MAX_TABLE_BYTES = 500_000_000;
const MAX_LABEL_BYTES = 256_000_000;
const MAX_FIGURE_BYTES = 20_000_000;
const MAX_FIGURES = 10;
const ENTRY = "solution.py";

interface Executed extends Omit<Outcome, "measured"> {
  readonly walls: readonly WallRecord[];
  readonly artifacts: readonly { readonly path: string; readonly bytes: number }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

export interface GatherInput {
  readonly task: Task;
  readonly variant: number;
  readonly data: { readonly public: string; readonly private: string };
  readonly folders: {
    readonly solution: string;
    readonly log: string;
    readonly report: string;
    readonly evidence: string;
    readonly verification: {
      readonly report: string;
      readonly evidence: string;
      readonly log: string;
      readonly public: string;
    };
    readonly probes: { readonly log: string };
  };
  readonly scored: Executed;
  readonly verification:
    | { readonly kind: "done"; readonly execution: Executed }
    | { readonly kind: "skipped" }
    | { readonly kind: "not_finished" }
    | { readonly kind: "fault"; readonly error: string };
  /** The second verification execution; absent where it was not made. */
  readonly probes?:
    | {
        readonly kind: "done";
        readonly execution: Executed;
        /** What it left. */
        readonly report: string;
        readonly plan: ProbePlan;
      }
    | { readonly kind: "fault"; readonly error: string };
  readonly python: { readonly executable: string };
  readonly signal: AbortSignal;
}

const JsonObject = z.record(z.string(), z.unknown());
const outcomeOf = (execution: Executed): Outcome => ({
  status: execution.status,
  reason: execution.reason,
  peakMemoryBytes: execution.peakMemoryBytes,
  cpuSeconds: execution.cpuSeconds,
  wallSeconds: execution.wallSeconds,
  measured: measuredOf(execution),
});

const isNumeric = (task: Task): boolean => task.taskType === "regression" || task.taskType === "forecast";

/** Null where the labelled rows are no table (a PDF), or too large to hold. */
async function readData(folder: string, name: string): Promise<RawTable | null> {
  if (!name.endsWith(".csv")) return null;
  const path = join(folder, name);
  const info = await stat(path).catch(() => null);
  return info === null || info.size > MAX_TABLE_BYTES ? null : readTable(path);
}

const skipReason = (execution: Executed, path: string): string | null =>
  execution.skipped.find((one) => one.path === path)?.reason ?? null;

async function readPredictionsOf(
  folder: string,
  execution: Executed,
  labels: Labels,
  task: Task,
): Promise<PredictionsReading> {
  const bytes = await readCollected(join(folder, "predictions.csv"), MAX_PREDICTION_BYTES);
  const reason = skipReason(execution, "predictions.csv");
  return readPredictions(bytes, labels, { numeric: isNumeric(task) }, reason);
}

/** Of many figures the one that the report names comes first, then what is called by its method. */
async function readFigures(folder: string, named: string | null): Promise<Evidence["figures"]> {
  const weight = (path: string): number =>
    named !== null && isSameFigure(path, named) ? 0 : isCalledByMethod(path) ? 1 : 2;
  const paths = (await listCollected(folder, ".png"))
    .toSorted((a, b) => weight(a) - weight(b))
    .slice(0, MAX_FIGURES);
  const figures: Evidence["figures"][number][] = [];
  for (const path of paths) {
    const bytes = await readCollected(join(folder, path), MAX_FIGURE_BYTES);
    figures.push({ path, image: bytes === null ? { state: "too_large" } : readPng(bytes) });
  }
  return figures;
}

const textOf = (bytes: Buffer | null): string | null => bytes?.toString("utf8") ?? null;

function judgeRequest(input: GatherInput, truth: Truth): JudgeRequest {
  const { folders, task } = input;
  const { verification } = folders;
  const columns = Object.entries(truth.columns);
  const withRole = (role: string): readonly string[] =>
    columns.filter(([, column]) => column.role === role).map(([name]) => name);
  return {
    solution: folders.solution,
    entry: ENTRY,
    public: input.data.public,
    private: input.data.private,
    target: task.target?.column ?? null,
    positive: task.target?.positive ?? null,
    scored: { evidence: folders.evidence, report: folders.report, log: folders.log },
    verification: input.verification.kind === "done" ? verification : null,
    identifiers: withRole("identifier"),
    groups: task.groups,
    forecast: forecastOf(task),
  };
}

/** What has one row at a time is one series. */
function forecastOf({ horizon, split, key }: Task): JudgeRequest["forecast"] {
  if (horizon === null || split.by !== "time") return null;
  return { horizon, time: split.column, series: key.filter((name) => name !== split.column) };
}

async function verificationOf(input: GatherInput, labels: Labels): Promise<Verification> {
  const { verification, folders, task } = input;
  if (verification.kind === "fault") {
    return { state: "fault", error: verification.error };
  }
  if (verification.kind !== "done") {
    return { state: verification.kind };
  }
  const { execution } = verification;
  const { report } = folders.verification;
  const predictions = await readPredictionsOf(report, execution, labels, task);
  const again = readReport(
    await readCollected(join(report, "report.json"), MAX_ARTIFACT_BYTES),
    ANYTHING,
    null,
  );
  return {
    state: "done",
    outcome: outcomeOf(execution),
    predictions,
    selection: await readSelectionOf(report, execution, task),
    findings: again.view.findings,
    files: execution.artifacts.map(({ path }) => path),
  };
}

async function readSelectionOf(folder: string, execution: Executed, task: Task): Promise<SelectionReading> {
  const [idColumn] = task.key;
  if (task.taskType !== "rule" || idColumn === undefined) return { state: "absent", reason: null };
  const bytes = await readCollected(join(folder, "selection.csv"), MAX_SELECTION_BYTES);
  return readSelection(bytes, idColumn, skipReason(execution, "selection.csv"));
}

/** The last line that the program said, for a rule that could not be applied. */
async function ruleError(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "");
  return text.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}

async function ruleRunOf(input: GatherInput): Promise<RuleRun> {
  const { probes, task } = input;
  if (input.verification.kind === "not_finished") return { state: "not_finished" };
  if (task.taskType !== "rule" || probes === undefined) return { state: "skipped" };
  if (probes.kind === "fault") return { state: "fault", error: probes.error };
  if (probes.execution.status !== "finished") {
    return { state: "failed", error: await ruleError(input.folders.probes.log) };
  }
  const selection = await readSelectionOf(probes.report, probes.execution, task);
  return selection.state === "read"
    ? { state: "done", ids: selection.ids }
    : { state: "failed", error: selection.reason ?? "" };
}

async function probesOf(
  input: GatherInput,
  labels: Labels,
  data: RawTable | null,
  scored: PredictionsReading,
): Promise<Probes> {
  const { probes, task } = input;
  if (input.verification.kind === "not_finished") {
    return { state: "not_finished" };
  }
  if (probes === undefined) {
    return { state: "skipped" };
  }
  if (probes.kind === "fault") {
    return { state: "fault", error: probes.error };
  }
  const { plan } = probes;
  const pairs = [
    ...plan.noisy,
    ...Object.values(plan.permuted).flat(),
    ...Object.values(plan.unrelated).flat(),
    ...Object.values(plan.words).flatMap((word) => word.pairs),
  ];
  // Probe rows stand among the hold-out: they are wanted there like the ordinary ones.
  const holdout = new Map([...labels.holdout, ...pairs.map(([id]) => [id, ""] as const)]);
  const asked = { test: labels.test, holdout };
  const answers = await readPredictionsOf(probes.report, probes.execution, asked, task);
  return readProbes({
    plan,
    answers: answers.state === "read" ? answers.holdout : new Map(),
    scored: scored.state === "read" ? scored.holdout : new Map(),
    labels: labels.holdout,
    columns: data?.columns ?? {},
    ended: { status: probes.execution.status, reason: probes.execution.reason },
  });
}

let schemaOnce: Promise<z.infer<typeof JsonObject>> | null = null;

/** One object for all gradings: it is compiled once for each object. */
function reportSchema(): Promise<z.infer<typeof JsonObject>> {
  schemaOnce ??= readFile(SCHEMA, "utf8").then((text) => JsonObject.parse(JSON.parse(text)));
  return schemaOnce;
}
const ANYTHING = {};

/** What is read of the report folder of the scored run alone: no labels, no execution, no judge. */
export type LeftInReport = Pick<
  Evidence,
  "report" | "requirements" | "figures" | "lineage" | "files" | "skipped"
>;

export async function readReportFolder({
  folders,
  scored,
}: Pick<GatherInput, "folders" | "scored">): Promise<LeftInReport> {
  const schema = await reportSchema();
  const at = (name: string): string => join(folders.report, name);
  const reportBytes = await readCollected(at("report.json"), MAX_ARTIFACT_BYTES);
  const report = readReport(reportBytes, schema, skipReason(scored, "report.json"));
  const requirements = textOf(await readCollected(at("requirements.txt"), MAX_TEXT_BYTES));
  const drawn = textOf(await readCollected(at("lineage.mmd"), MAX_TEXT_BYTES));
  return {
    report,
    requirements: requirements === null ? null : requirements.split(/\r?\n/).slice(0, 1000),
    figures: await readFigures(folders.report, report.view.explainability?.figure ?? null),
    lineage: readLineage(report.view.lineage ?? drawn),
    files: scored.artifacts,
    skipped: scored.skipped,
  };
}

/** Whoever states the facts: the judge, or one that remembers what the judge said of the same files. */
export type Judging = (python: string, request: JudgeRequest, signal: AbortSignal) => Promise<JudgeAnswer>;

/** What is read of the variant: the same for every run on it. */
export type VariantRead = Pick<Evidence, "truth" | "labels" | "lastWeek" | "data">;

/** @throws where our own files (truth, labels) are missing or damaged */
export async function readVariantOf({
  task,
  data,
}: Pick<GatherInput, "task" | "data">): Promise<VariantRead> {
  const truth = Truth.parse(JSON.parse(await readFile(join(data.private, "truth.json"), "utf8")));
  const labelBytes = await readCollected(join(data.private, "labels.csv"), MAX_LABEL_BYTES);
  // Rows that are printed in another kind of file stand as a table beside the truth.
  const table =
    (await readData(data.public, task.data.labelled)) ??
    (task.data.labelled.endsWith(".csv") ? null : await readData(data.private, "labelled.csv"));
  return {
    truth,
    labels: readLabels(labelBytes?.toString("utf8") ?? "row_id,split,label\n", isNumeric(task)),
    lastWeek: await readLastWeek(data.private),
    data: table,
  };
}

/**
 * @throws where our own files (truth, labels, schema) are missing or damaged: such a run must not be graded
 */
export async function gatherEvidence(
  input: GatherInput,
  judging: Judging = runJudge,
  readVariant: typeof readVariantOf = readVariantOf,
): Promise<Evidence> {
  const { task, folders, scored } = input;
  const variant = await readVariant(input);
  const { truth, labels } = variant;
  const left = await readReportFolder(input);
  const answer = await judging(input.python.executable, judgeRequest(input, truth), input.signal);
  const environment = await environmentVersions(input.python.executable);
  const values = calibrationOf(task, input.variant);
  const calibration = values && { ...values, measured: measuredAt(howMeasured(task, input.variant)) };
  const predictions = await readPredictionsOf(folders.report, scored, labels, task);
  return {
    task,
    constraints: constraintsOf(task, truth.positive_rate),
    variant: input.variant,
    ...variant,
    run: outcomeOf(scored),
    verification: await verificationOf(input, labels),
    probes: await probesOf(input, labels, variant.data, predictions),
    ...left,
    predictions,
    selection: await readSelectionOf(folders.report, scored, task),
    rule: await ruleRunOf(input),
    judge: answer.ok ? answer.output : null,
    environment,
    calibration,
    faults: answer.ok ? [] : [{ part: "judge", error: answer.error }],
  };
}
