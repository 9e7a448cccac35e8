/** `task.yaml`: what a task is, as data. Keys in the file are snake_case, in the program camelCase. */
import { z } from "zod";
import { StageId } from "../../../preload/contract/run.ts";

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

const ManifestFile = z.strictObject({
  schema: z.literal(1),
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
  key: z.array(z.string()),
  groups: z.array(z.string()),
  primary_metric: z.string().nullable(),
  statistical: z.strictObject({ required: z.array(z.string()), with_scores: z.array(z.string()) }),
  walls: z.strictObject({
    timeout_sec: z.number().int().positive(),
    memory_bytes: z.number().int().positive(),
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
  not_applicable: z.array(z.string().regex(/^[a-z_]+\.[a-z_]+$/)),
  specification: z.strictObject({ metrics: z.array(z.string()), schemes: z.array(z.string()) }),
  noise: Noise,
  /** Roles of fitted objects that the brief asks for; another role (a clusterer, say) is out of scope. */
  scope: z.strictObject({
    roles: z.array(
      z.enum(["classifier", "regressor", "clusterer", "transformer", "forecaster", "search", "other"]),
    ),
  }),
  generator: z.strictObject({
    version: z.string().min(1),
    /** sha256 over what the generator writes for variant 0, in either language. */
    digest: z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits"),
  }),
});

/** The parsed manifest. `ManifestFile` is its shape on disk. */
export const Manifest = ManifestFile.transform((file) => ({
  id: file.id,
  version: file.version,
  title: file.title,
  taskType: file.task_type,
  stages: file.stages,
  target: file.target,
  key: file.key,
  groups: file.groups,
  primaryMetric: file.primary_metric,
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
  generator: file.generator,
}));
export type Manifest = z.infer<typeof Manifest>;
