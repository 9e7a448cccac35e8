/** Measures what baseline and reference reach on variants of a task, in the sandbox, under the task's walls. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { measuredOf } from "../evidence/measured.ts";
import { normaliseLabel, readPredictions } from "../evidence/read-predictions.ts";
import { cutToUnit, type ScaledRow, scaledMetric } from "../grading/metrics/scaled.ts";
import type { Box } from "../runs/ports.ts";
import type { Execution } from "../runs/run-store.ts";
import { Calibration, VariantCalibration } from "./calibration-file.ts";
import { digestFolder } from "./digest.ts";
import type { RunGenerator } from "./generator-run.ts";
import { makeBaseline } from "./baseline.ts";
import { type Labels, readLabels, readLastWeek } from "./private-files.ts";
import { rocAucStandardError, standardError } from "./standard-error.ts";
import { calibrationOf, type Task } from "./task.ts";
import { ensureVariant, type VariantFolders } from "./variant.ts";

export interface CalibrationOptions {
  readonly generate: RunGenerator;
  readonly home: string;
  readonly box: Box;
  readonly variants: readonly number[];
  readonly signal: AbortSignal;
  /** Called after each variant; `soFar` is what a run that ends here has measured. */
  readonly onVariant?: (measured: VariantCalibration, soFar: Calibration) => void | Promise<void>;
}

/** What decides whether memory and CPU time of two runs compare. */
type HowMeasured = Pick<Calibration, "level" | "cores">;

/** The seed that every run is given. */
const seed = 42;

/**
 * Runs baseline and reference once for each variant. Nothing is written outside the home.
 * @throws WorkbenchError task_invalid where one of the two does not finish with a prediction for every row
 */
export async function calibrate(task: Task, options: CalibrationOptions): Promise<Calibration> {
  if (!hasModel(task)) {
    throw new WorkbenchError(
      "usage",
      `${task.id} asks for no model: there is nothing to calibrate.`,
      "Only tasks with a target and a primary metric have a baseline and a reference value.",
      { task: task.id },
    );
  }
  const measured: VariantCalibration[] = [];
  const reference = await referenceDigest(task);
  let how: HowMeasured = { level: "", cores: task.walls.cpuCores };
  const all = (): Calibration => ({
    schema: 1,
    task: task.id,
    generator: task.generator.version,
    referenceDigest: reference,
    ...how,
    variants: [...measured],
  });
  await mkdir(join(options.home, "tasks"), { recursive: true });
  for (const variant of options.variants) {
    const scratch = await mkdtemp(join(options.home, "tasks", ".calibrating-"));
    try {
      const one = await calibrateVariant(task, variant, scratch, options);
      measured.push(one.measured);
      how = one.how;
      await options.onVariant?.(one.measured, all());
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }
  return all();
}

/** Rule and audit tasks are graded without baseline and reference values. */
export const hasModel = (task: Pick<Task, "target" | "primaryMetric">): boolean =>
  task.target !== null && task.primaryMetric !== null;

/** Digest of what is measured as the reference. */
export const referenceDigest = (task: Task): Promise<string> =>
  digestFolder(referenceFolder(task), (name) => name.endsWith(".py"));

const referenceFolder = (task: Task): string => join(task.folder, "solutions", "reference");

/**
 * The values of one variant: those of `calibration.json`, else those kept in the home, else measured now.
 * @throws WorkbenchError task_invalid, and whatever the box throws
 */
export async function ensureCalibration(
  task: Task,
  variant: number,
  options: Omit<CalibrationOptions, "variants" | "onVariant">,
): Promise<VariantCalibration> {
  const published = calibrationOf(task, variant);
  if (published) return published;
  const { generate, home, signal } = options;
  const data = await ensureVariant(task, variant, "en", { generate, home, signal });
  const key = `${data.digest.slice(0, 16)}-${(await referenceDigest(task)).slice(0, 16)}`;
  const file = join(home, "tasks", task.id, "calibration", `variant-${variant}-${key}.json`);
  const kept = VariantCalibration.safeParse(await readJson(file));
  if (kept.success) return kept.data;
  const { variants, level, cores } = await calibrate(task, { ...options, variants: [variant] });
  const [values] = variants;
  if (!values) throw new Error(`variant ${variant} was not measured`);
  const measured: VariantCalibration = { ...values, level, cores };
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(file, JSON.stringify(measured));
  return measured;
}

/** In one step: a half-written file is never read, and one that was there is not lost. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** The task as the grader takes it, with the values of one more variant. */
export function withCalibration(task: Task, measured: VariantCalibration, reference: string): Task {
  const others = (task.calibration?.variants ?? []).filter((one) => one.variant !== measured.variant);
  const frame = task.calibration ?? {
    schema: 1,
    task: task.id,
    generator: task.generator.version,
    referenceDigest: reference,
    level: "",
    cores: task.walls.cpuCores,
  };
  return { ...task, calibration: { ...frame, variants: [...others, measured] } };
}

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    // Not there yet, or damaged: measured again.
    return null;
  }
};

/**
 * Writes `calibration.json` beside the manifest. Variants that were measured before in the same way, of the same generator
 * and reference, stay in it: what takes an hour may be measured in parts.
 */
export async function saveCalibration(task: Task, measured: Calibration): Promise<void> {
  const before = Calibration.safeParse(await readJson(join(task.folder, "calibration.json")));
  const same = before.success && comparable(before.data, measured, task) ? before.data.variants : [];
  const fresh = new Set(measured.variants.map((one) => one.variant));
  const variants = [...same.filter((one) => !fresh.has(one.variant)), ...measured.variants];
  const calibration = { ...measured, variants: variants.toSorted((a, b) => a.variant - b.variant) };
  await writeWhole(join(task.folder, "calibration.json"), `${JSON.stringify(calibration, null, 2)}\n`);
}

/** Data may change while the generator's number stands still: variant 0 is the one whose digest is known. */
const comparable = (before: Calibration, now: Calibration, task: Task): boolean =>
  before.generator === now.generator &&
  before.referenceDigest === now.referenceDigest &&
  before.level === now.level &&
  before.cores === now.cores &&
  before.variants.every((one) => one.variant !== 0 || one.digest === task.generator.digest);

async function calibrateVariant(
  task: Task,
  variant: number,
  scratch: string,
  options: CalibrationOptions,
): Promise<{ measured: VariantCalibration; how: HowMeasured }> {
  const { generate, home, signal } = options;
  const data = await ensureVariant(task, variant, "en", { generate, home, signal });
  const labels = await readLabels(data.private);
  const lastWeek = await readLastWeek(data.private);
  const baselineFolder = await makeBaseline(task, data, join(scratch, "baseline"));
  const run = (solution: string, name: string): Promise<Result> =>
    runOnce(task, data, { labels, lastWeek }, solution, join(scratch, `${name}-run`), options);
  const baseline = await run(baselineFolder, "baseline");
  const reference = await run(referenceFolder(task), "reference");
  const feature = Feature.parse(JSON.parse(await readFile(join(baseline.report, "baseline.json"), "utf8")));
  return {
    how: {
      level: reference.execution.level ?? "none",
      cores: measuredOf(reference.execution)?.cores ?? task.walls.cpuCores,
    },
    measured: {
      variant,
      digest: data.digest,
      baseline: cutToUnit(primary(task, baseline.rows)),
      baselineFeature: feature.feature,
      reference: cutToUnit(primary(task, reference.rows)),
      standardError: errorOf(task, reference.rows),
      referencePeakMemoryBytes: reference.execution.peakMemoryBytes,
      referenceCpuSeconds: reference.execution.cpuSeconds,
      referenceWallSeconds: reference.execution.wallSeconds,
    },
  };
}

const Feature = z.object({ feature: z.string().nullable() });

interface Result {
  readonly execution: Execution;
  readonly report: string;
  readonly rows: readonly ScaledRow[];
}

/** What predictions are measured by. */
interface Yardstick {
  readonly labels: Labels;
  readonly lastWeek: ReadonlyMap<number, number> | null;
}

async function runOnce(
  task: Task,
  data: VariantFolders,
  { labels, lastWeek }: Yardstick,
  solution: string,
  folder: string,
  options: CalibrationOptions,
): Promise<Result> {
  const report = join(folder, "report");
  const evidence = join(folder, "evidence");
  await mkdir(report, { recursive: true });
  await mkdir(evidence);
  const execution = await options.box.run(
    {
      solution,
      data: data.public,
      taskId: task.id,
      seed,
      limits: {
        wallSeconds: task.walls.timeoutSeconds,
        memoryBytes: task.walls.memoryBytes,
        cores: task.walls.cpuCores,
      },
      shownLimits: null,
      // As in a scored run, so that time and memory compare.
      recorder: "events",
      log: join(folder, "log.txt"),
      report,
      evidence,
      minLevel: null,
      masked: task.masked,
    },
    { signal: options.signal, onResources: () => {} },
  );
  if (execution.status !== "finished") {
    throw failed(task, solution, execution.reason ?? execution.status, execution.stderr);
  }
  const predictions = readPredictions(
    await readFile(join(report, "predictions.csv")).catch(() => null),
    labels,
    { numeric: isNumeric(task) },
  );
  if (predictions.state === "absent" || predictions.faults.length > 0) {
    throw failed(task, solution, "predictions.csv is missing or incomplete", execution.stderr);
  }
  const rows = [...labels.holdout].map(([id, label]) => ({
    truth: isNumeric(task) ? label : normaliseLabel(label),
    prediction: predictions.holdout.get(id) ?? null,
    lastWeek: lastWeek?.get(id) ?? null,
  }));
  return { execution, report, rows };
}

const isNumeric = (task: Task): boolean => task.taskType === "regression" || task.taskType === "forecast";

const positiveOf = (task: Task): string | null => {
  const positive = task.target?.positive ?? null;
  return positive === null ? null : normaliseLabel(String(positive));
};

function errorOf(task: Task, rows: readonly ScaledRow[]): number {
  const positive = positiveOf(task);
  return task.primaryMetric === "roc_auc"
    ? rocAucStandardError(
        rows.map((row) => ({ isPositive: row.truth === positive, score: row.prediction?.score ?? 0 })),
      )
    : standardError(rows, (some) => primary(task, some));
}

function primary(task: Task, rows: readonly ScaledRow[]): number {
  const value = scaledMetric(rows, {
    name: task.primaryMetric ?? "",
    scale: task.primaryScale,
    positive: positiveOf(task),
  });
  if (value === null) throw new Error(`${task.primaryMetric} of ${task.id} cannot be computed`);
  return value;
}

const failed = (task: Task, solution: string, why: string, stderr: string): WorkbenchError =>
  new WorkbenchError(
    "task_invalid",
    `${task.id} cannot be calibrated: ${solution} did not do its work: ${why}.`,
    "Run it alone and look at its log.",
    { task: task.id, stderr: stderr.slice(-2000) },
  );
