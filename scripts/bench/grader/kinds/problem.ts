/** Faults of what a report says about the problem. */
import type { Base, FileKind } from "../mutant.ts";
import { at, edited, isObject, listAt } from "../report-edits.ts";

const ID = "problem_understanding";
/** A wrong target pulls these down (benchmark: dominoes). */
const pulledByTarget = ["preprocessing.treatments", "model_training.score", "evaluation.statistical"];

const taskTypes = [
  "binary_classification",
  "multiclass_classification",
  "regression",
  "forecast",
  "rule",
  "audit",
];
const schemes = ["k_fold", "stratified_k_fold", "group_k_fold", "time_series_split", "nested", "holdout"];

const constraintsOf = (base: Base) =>
  listAt(base.report, "problem", "constraints").flatMap((entry, place) =>
    isObject(entry) && typeof entry["name"] === "string"
      ? [{ place, name: entry["name"], value: entry["value"] }]
      : [],
  );

/** A value that is not within the tolerance of the right one. */
function otherValue(name: string, value: unknown): unknown {
  if (typeof value === "number") return name === "imbalance" ? Math.min(1, value + 0.1) : value * 2;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value, "something_else"];
  return "something else";
}

export const problemKinds: readonly FileKind[] = [
  {
    id: "problem.task_type_wrong",
    says: "the report names another task type",
    plant: (base) =>
      taskTypes
        .filter((type) => type !== base.task.taskType)
        .slice(0, 2)
        .map((type) => ({
          which: type,
          must: [`${ID}.task_type`],
          files: edited(base, ["problem", "task_type"], type),
        })),
  },
  {
    id: "problem.target_wrong",
    says: "the report names another column as the target",
    plant: (base) => {
      const other = Object.keys(base.truth.columns).find((name) => name !== base.task.target?.column);
      if (base.task.target === null || other === undefined) return [];
      return [
        {
          which: other,
          must: [`${ID}.target`, ...pulledByTarget],
          files: edited(base, ["problem", "target"], other),
        },
      ];
    },
  },
  {
    id: "problem.target_unsaid",
    says: "the report names no target",
    plant: (base) =>
      base.task.target === null
        ? []
        : [{ which: "", must: [`${ID}.target`], files: edited(base, ["problem", "target"], undefined) }],
  },
  {
    id: "problem.positive_class_wrong",
    says: "the report takes the other class as the positive one",
    plant: (base) => {
      const { target } = base.task;
      const other = target?.labels.find((label) => label !== target.positive);
      return target === null || target.positive === null || other === undefined
        ? []
        : [{ which: "", must: [`${ID}.target`], files: edited(base, ["problem", "positive_class"], other) }];
    },
  },
  {
    id: "problem.constraint_left_out",
    says: "one constraint is not recorded",
    plant: (base) =>
      constraintsOf(base).map(({ place, name }) => ({
        which: name,
        must: [`${ID}.constraints`],
        files: edited(base, ["problem", "constraints", place], undefined),
      })),
  },
  {
    id: "problem.constraint_value_wrong",
    says: "one constraint is recorded with another value",
    plant: (base) =>
      constraintsOf(base).map(({ place, name, value }) => ({
        which: name,
        must: [`${ID}.constraints`],
        files: edited(base, ["problem", "constraints", place, "value"], otherValue(name, value)),
      })),
  },
  {
    id: "problem.constraint_invented",
    says: "a constraint is recorded that the task does not have",
    plant: (base) => {
      const free = (["horizon", "privacy", "models", "imbalance"] as const).find(
        (name) => !base.task.constraints.includes(name),
      );
      const all = listAt(base.report, "problem", "constraints");
      return free === undefined
        ? []
        : [
            {
              which: free,
              must: [`${ID}.constraints`],
              files: edited(base, ["problem", "constraints"], [...all, { name: free, value: 7 }]),
            },
          ];
    },
  },
  {
    id: "problem.metric_unfitting",
    says: "the metric does not fit the data",
    plant: (base) => {
      const fitting = base.task.specification.metrics;
      const other = ["accuracy", "r2", "silhouette"].find((name) => !fitting.includes(name));
      return fitting.length === 0 || other === undefined
        ? []
        : [
            {
              which: other,
              must: [`${ID}.specification`],
              files: edited(base, ["problem", "metric"], other),
            },
          ];
    },
  },
  {
    id: "problem.metric_unsaid",
    says: "no metric is written down",
    plant: (base) =>
      base.task.specification.metrics.length === 0
        ? []
        : [
            {
              which: "",
              must: [`${ID}.specification`],
              files: edited(base, ["problem", "metric"], undefined),
            },
          ],
  },
  {
    id: "problem.scheme_unfitting",
    says: "the validation scheme does not fit the data",
    plant: (base) => {
      const fitting = base.task.specification.schemes;
      const other = schemes.find((name) => !fitting.includes(name));
      return fitting.length === 0 || other === undefined
        ? []
        : [
            {
              which: other,
              must: [`${ID}.specification`],
              files: edited(base, ["problem", "validation", "scheme"], other),
            },
          ];
    },
  },
  {
    id: "problem.time_order_shuffled",
    says: "folds of rows in time order are shuffled",
    plant: (base) =>
      base.task.specification.schemes.includes("time_series_split") &&
      at(base.report, "problem", "validation", "scheme") === "time_series_split"
        ? [
            {
              which: "",
              must: [`${ID}.specification`],
              files: edited(base, ["problem", "validation", "shuffle"], true),
            },
          ]
        : [],
  },
  {
    id: "problem.two_models_as_result",
    says: "the report names two models as its result",
    plant: (base) => {
      const name = at(base.report, "model", "name");
      return typeof name === "string"
        ? [
            {
              which: "",
              must: [`${ID}.scope`],
              files: edited(base, ["model", "name"], `${name} and RandomForestClassifier`),
            },
          ]
        : [];
    },
  },
  {
    id: "harmless.pipeline_in_the_name",
    says: "no fault: the name of the model says what comes before it and how it was set",
    plant: (base) => {
      const name = at(base.report, "model", "name");
      return typeof name === "string"
        ? [`StandardScaler + ${name}`, `${name}, tuned`, `SimpleImputer, OneHotEncoder and ${name}`].map(
            (said) => ({ which: said, must: [], files: edited(base, ["model", "name"], said) }),
          )
        : [];
    },
  },
];
