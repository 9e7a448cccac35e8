/** `task.yaml`: what a task is, as data. Keys in the file are snake_case, in the program camelCase. */
import { z } from "zod";
import { StageId } from "../../../preload/contract/run.ts";
import { memoryDoubt } from "./memory-bytes.ts";

export const TaskType = z.enum([
  "binary_classification",
  "multiclass_classification",
  "regression",
  "forecast",
  "rule",
  "audit",
]);
export type TaskType = z.infer<typeof TaskType>;

/** The six inspection checks that a task plants for (P), leaves empty (I), or does not exercise (-). */
export const InspectionMode = z.enum(["P", "I", "-"]);
export type InspectionMode = z.infer<typeof InspectionMode>;

/** Names of `problem.constraints[]` whose truth a task states. */
export const ConstraintName = z.enum([
  "cpu",
  "memory",
  "time",
  "network",
  "models",
  "prohibited",
  "imbalance",
  "external_data",
  "privacy",
  "horizon",
]);
export type ConstraintName = z.infer<typeof ConstraintName>;

const Label = z.union([z.string(), z.number()]);
const Text = z.object({ en: z.string().min(1), zh: z.string().min(1) });
const Noise = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("gaussian"), share: z.number().positive().max(1) }),
  z.object({ kind: z.literal("words"), share: z.number().positive().max(1) }),
  z.object({ kind: z.literal("none") }),
]);

/** A file of the public folder: no path, no hidden name. */
const FileName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/, "a plain file name");

/** Which files hold the data. */
const Data = z.strictObject({
  /** The labelled rows (for rule and audit tasks: all rows); need not be a table. */
  labelled: FileName.default("data.csv"),
  /** The rows to predict; null where there are none. */
  holdout: FileName.nullable().default("holdout.csv"),
  /** Further files that the brief names. */
  further: z.array(FileName).default([]),
});

/** What decides which labelled rows are the fixed test set. The generator gives those rows ids of it. */
const Split = z.discriminatedUnion("by", [
  /** All rows of a value of the columns lie on one side. */
  z.strictObject({ by: z.literal("key"), columns: z.array(z.string()).min(1) }),
  /** The last block: every test row is later than every training row. */
  z.strictObject({ by: z.literal("time"), column: z.string().min(1) }),
  z.strictObject({ by: z.literal("row") }),
  /** No evaluation, no test set. */
  z.strictObject({ by: z.literal("none") }),
]);

/** The newest shape of `task.yaml` that this workbench reads. */
export const newestManifestSchema = 1;

const Schema = z
  .number()
  .int()
  .positive()
  .superRefine((schema, context) => {
    if (schema > newestManifestSchema) {
      context.addIssue({
        code: "custom",
        message: `the task was made for a newer workbench: it has manifest schema ${schema}, this one reads up to ${newestManifestSchema}`,
      });
    }
  });

/** How the baseline of a task is found; `own` is the task's `baseline.py`. */
export const BaselineKind = z.enum(["single_feature_tree", "last_known_week", "best_keyword", "own", "none"]);
export type BaselineKind = z.infer<typeof BaselineKind>;

/** How the metric becomes A: itself, or 1 - error / error of the median or of the last known week repeated. */
export const Scale = z.enum(["metric", "median", "last_week"]);
export type Scale = z.infer<typeof Scale>;

/**
 * The second verification execution: `rows` adds noisy and exchanged rows to the hold-out; `in_place` replaces values
 * of its rows; `keys` does so for all rows of a key; `edges` adds rows at the edges of the rule; `none` is not made.
 */
export const ProbeKind = z.enum(["rows", "in_place", "keys", "edges", "none"]);
export type ProbeKind = z.infer<typeof ProbeKind>;

const ManifestFile = z.strictObject({
  schema: Schema,
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, "lower-case letters, digits and underscores"),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, "three numbers with dots"),
  title: Text,
  task_type: TaskType,
  stages: z.array(StageId).min(1),
  target: z
    .strictObject({
      column: z.string().min(1),
      /** The class whose precision, recall and F1 count; null where there is none. */
      positive: Label.nullable(),
      /** Classes after normalisation; empty for numbers. */
      labels: z.array(Label),
    })
    .nullable(),
  data: Data.prefault({}),
  /** What is one thing; two rows of one key are duplicates. */
  key: z.array(z.string()),
  /** Left out: by the key where there is one, else by row. */
  split: Split.optional(),
  groups: z.array(z.string()),
  /** The column of free text that a text task is about. */
  text: z.string().nullable().default(null),
  /** Rows of one value of these columns are one history: its rows are altered together. */
  history: z.array(z.string()).default([]),
  /** Days (weeks, for weekly data) that a forecast reaches. */
  horizon: z.number().int().positive().nullable().default(null),
  primary_metric: z.string().nullable(),
  /** Left out: the metric itself, for errors of a regression the median, of a forecast the last week. */
  primary_scale: Scale.optional(),
  /** Left out: by task type. */
  baseline: BaselineKind.optional(),
  /** Left out: by task type. */
  probes: ProbeKind.optional(),
  statistical: z.strictObject({ required: z.array(z.string()), with_scores: z.array(z.string()) }),
  walls: z.strictObject({
    timeout_sec: z.number().int().positive(),
    memory_bytes: z
      .number()
      .int()
      .positive()
      .superRefine((value, check) => {
        const message = memoryDoubt(value);
        if (message !== null) check.addIssue({ code: "custom", message });
      }),
    cpu_cores: z.number().positive(),
  }),
  /** Short names of model-families.ts; null: anything pinned that is not prohibited. */
  allowed_models: z.array(z.string()).min(1).nullable(),
  prohibited: z.array(z.string()),
  external_data: z.boolean(),
  constraints: z.array(ConstraintName),
  inspection: z.strictObject({
    schema: InspectionMode,
    missing: InspectionMode,
    outliers: InspectionMode,
    duplicates: InspectionMode,
    drift: InspectionMode,
    privacy: InspectionMode,
  }),
  /** Ids of checks that do not apply, beside those that a mode `-` or an empty `groups` takes away. */
  not_applicable: z.array(z.string().regex(/^[a-z_]+(\.[a-z_]+){1,2}$/)),
  specification: z.strictObject({ metrics: z.array(z.string()), schemes: z.array(z.string()) }),
  noise: Noise,
  /** Roles of fitted objects that the brief asks for; another role (a clusterer, say) is out of scope. */
  scope: z.strictObject({
    roles: z.array(
      z.enum(["classifier", "regressor", "clusterer", "transformer", "forecaster", "search", "other"]),
    ),
  }),
  /** Public data that everybody has: nothing is planted, variants are other splits of the same rows. */
  real_data: z.boolean().default(false),
  /** Files of the Python environment (below site-packages) that a box of this task does not show. */
  masked: z
    .array(
      z.string().regex(/^(?!.*(^|\/)\.\.?(\/|$))[a-zA-Z0-9_][a-zA-Z0-9_./-]*$/, "a path below site-packages"),
    )
    .default([]),
  generator: z.strictObject({
    version: z.string().min(1),
    /** sha256 over what the generator writes for variant 0, in either language. */
    digest: z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits"),
  }),
});

type File = z.output<typeof ManifestFile>;

function defaultSplit(file: File): z.infer<typeof Split> {
  if (file.target === null) return { by: "none" };
  return file.key.length > 0 ? { by: "key", columns: file.key } : { by: "row" };
}

/** Metrics of errors: smaller is better, so that they need a scale. */
const errorMetrics: ReadonlySet<string> = new Set(["mae", "rmse", "mape"]);

function defaultScale(file: File): Scale {
  if (!errorMetrics.has(file.primary_metric ?? "")) return "metric";
  return file.task_type === "forecast" ? "last_week" : "median";
}

function defaultBaseline(file: File): BaselineKind {
  if (file.target === null) return "none";
  if (file.text !== null) return "best_keyword";
  return file.task_type === "forecast" ? "last_known_week" : "single_feature_tree";
}

function defaultProbes(file: File): ProbeKind {
  if (file.task_type === "rule") return "edges";
  if (file.target === null) return "none";
  if (file.history.length > 0) return "keys";
  return file.task_type === "forecast" ? "in_place" : "rows";
}

/** The parsed manifest. `ManifestFile` is its shape on disk. */
export const Manifest = ManifestFile.transform((file) => ({
  id: file.id,
  version: file.version,
  title: file.title,
  taskType: file.task_type,
  stages: file.stages,
  target: file.target,
  data: file.data,
  key: file.key,
  split: file.split ?? defaultSplit(file),
  groups: file.groups,
  text: file.text,
  history: file.history,
  horizon: file.horizon,
  primaryMetric: file.primary_metric,
  primaryScale: file.primary_scale ?? defaultScale(file),
  baseline: file.baseline ?? defaultBaseline(file),
  probes: file.probes ?? defaultProbes(file),
  statistical: { required: file.statistical.required, withScores: file.statistical.with_scores },
  walls: {
    timeoutSeconds: file.walls.timeout_sec,
    memoryBytes: file.walls.memory_bytes,
    cpuCores: file.walls.cpu_cores,
    allowedModels: file.allowed_models,
    prohibited: file.prohibited,
  },
  externalData: file.external_data,
  constraints: file.constraints,
  inspection: file.inspection,
  notApplicable: file.not_applicable,
  specification: file.specification,
  noise: file.noise,
  scope: file.scope,
  realData: file.real_data,
  masked: file.masked,
  generator: file.generator,
}));
export type Manifest = z.infer<typeof Manifest>;
