/** Faults of what a report says about the model and its numbers. */
import type { Base, FileKind } from "../mutant.ts";
import { at, edited, isObject, listAt, objectAt } from "../report-edits.ts";

const errors = new Set(["mae", "rmse", "mape", "log_loss"]);

/** Metrics that the task asks for and the report gives. */
const metricsOf = (base: Base): readonly { readonly name: string; readonly value: number }[] => {
  const { required, withScores } = base.task.statistical;
  return [...required, ...withScores].flatMap((name) => {
    const value = at(base.report, "metrics", "statistical", name);
    return typeof value === "number" ? [{ name, value }] : [];
  });
};

/** A number that looks better than it is by more than any tolerance. */
const better = (name: string, value: number): number =>
  errors.has(name) ? value * 0.8 : value > 0.9 ? value - 0.06 : value + 0.06;

const hyperparametersOf = (base: Base) =>
  listAt(base.report, "model", "hyperparameters").flatMap((entry, place) =>
    // Only what the code passes somewhere by its name must be listed, talk aside.
    isObject(entry) &&
    typeof entry["name"] === "string" &&
    !entry["name"].startsWith("verbose") &&
    isPassed(base.solution, entry["name"])
      ? [{ place, name: entry["name"], value: entry["value"] }]
      : [],
  );

const isPassed = (solution: string, name: string): boolean =>
  new RegExp(`\\b${name}\\s*=[^=]|["']${name}["']\\s*:`).test(solution);

/** Another value of the same kind. */
function otherValue(value: unknown): unknown {
  if (typeof value === "number") return value * 3 + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return "something_else";
  if (Array.isArray(value)) return [...value, 99];
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, typeof one === "number" ? one + 5 : one]),
    );
  }
  return 99;
}

/** Columns that no right model rests on: they name a row or a person. */
const unrelatedColumns = (base: Base): readonly string[] =>
  Object.entries(base.truth.columns)
    .filter(([, { role }]) => role === "identifier" || role === "personal")
    .map(([name]) => name);

/** A task may leave the comparison of features out and ask for the figure alone. */
const comparesFeatures = ({ task }: Base): boolean =>
  !task.notApplicable.includes("evaluation.explainability.importance");

const fairnessOf = (base: Base) =>
  Object.entries(objectAt(base.report, "metrics", "fairness")).flatMap(([column, value]) =>
    base.task.groups.includes(column) && isObject(value) ? [{ column, value }] : [],
  );

export const modelKinds: readonly FileKind[] = [
  {
    id: "model.alternatives_left_out",
    says: "no baseline or alternative is reported",
    plant: (base) =>
      listAt(base.report, "model", "alternatives").length === 0
        ? []
        : [
            {
              which: "",
              must: ["model_training.justified"],
              files: edited(base, ["model", "alternatives"], undefined),
            },
          ],
  },
  {
    id: "hyperparameter.left_out",
    says: "a hyperparameter that the code passes is not listed",
    plant: (base) =>
      hyperparametersOf(base).map(({ place, name }) => ({
        which: name,
        must: ["reporting.hyperparameters"],
        files: edited(base, ["model", "hyperparameters", place], undefined),
      })),
  },
  {
    id: "hyperparameter.value_wrong",
    says: "a hyperparameter is listed with another value",
    plant: (base) =>
      hyperparametersOf(base).map(({ place, name, value }) => ({
        which: name,
        must: ["reporting.hyperparameters"],
        files: edited(base, ["model", "hyperparameters", place, "value"], otherValue(value)),
      })),
  },
  {
    id: "hyperparameter.source_unsaid",
    says: "a hyperparameter is listed without its source",
    plant: (base) =>
      hyperparametersOf(base).map(({ place, name }) => ({
        which: name,
        must: ["reporting.hyperparameters"],
        files: edited(base, ["model", "hyperparameters", place, "source"], ""),
      })),
  },
  {
    id: "metric.better_than_true",
    says: "a metric is reported that the predictions do not give",
    plant: (base) =>
      metricsOf(base).map(({ name, value }) => ({
        which: name,
        must: ["evaluation.statistical"],
        diagnoses: ["claimed_metric_differs"],
        files: edited(base, ["metrics", "statistical", name], better(name, value)),
      })),
  },
  {
    id: "metric.left_out",
    says: "a metric that the task asks for is not reported",
    plant: (base) =>
      metricsOf(base).map(({ name }) => ({
        which: name,
        must: ["evaluation.statistical"],
        files: edited(base, ["metrics", "statistical", name], undefined),
      })),
  },
  {
    id: "robustness.drop_wrong",
    says: "the drop under noise is reported as all of the metric",
    plant: (base) => {
      const clean = at(base.report, "metrics", "robustness", "clean");
      return typeof clean === "number"
        ? [
            {
              which: "",
              must: ["evaluation.robustness"],
              files: edited(
                base,
                ["metrics", "robustness", "drop"],
                errors.has(String(at(base.report, "metrics", "robustness", "metric"))) ? 3 * clean : clean,
              ),
            },
          ]
        : [];
    },
  },
  {
    id: "robustness.left_out",
    says: "nothing is said about noise",
    plant: (base) =>
      at(base.report, "metrics", "robustness") === undefined
        ? []
        : [
            {
              which: "",
              must: ["evaluation.robustness"],
              files: edited(base, ["metrics", "robustness"], undefined),
            },
          ],
  },
  {
    id: "fairness.group_wrong",
    says: "the number of a group is a tenth off",
    plant: (base) =>
      fairnessOf(base).flatMap(({ column, value }) => {
        const [group, said] = Object.entries(objectAt(value, "groups"))[0] ?? [];
        return group === undefined || typeof said !== "number"
          ? []
          : [
              {
                which: column,
                must: ["evaluation.fairness"],
                files: edited(
                  base,
                  ["metrics", "fairness", column, "groups", group],
                  base.task.taskType === "regression" || base.task.taskType === "forecast"
                    ? said * 1.2
                    : said > 0.5
                      ? said - 0.1
                      : said + 0.1,
                ),
              },
            ];
      }),
  },
  {
    id: "fairness.gap_wrong",
    says: "the gap between the groups is a tenth off",
    plant: (base) =>
      fairnessOf(base).flatMap(({ column, value }) =>
        typeof value["gap"] === "number"
          ? [
              {
                which: column,
                must: ["evaluation.fairness"],
                files: edited(base, ["metrics", "fairness", column, "gap"], value["gap"] + 0.1),
              },
            ]
          : [],
      ),
  },
  {
    id: "fairness.problem_turned",
    says: "a gap is called a problem where it is none, or not where it is",
    plant: (base) =>
      fairnessOf(base).flatMap(({ column, value }) =>
        typeof value["problem"] === "boolean"
          ? [
              {
                which: column,
                must: ["evaluation.fairness"],
                files: edited(base, ["metrics", "fairness", column, "problem"], !value["problem"]),
              },
            ]
          : [],
      ),
  },
  {
    id: "fairness.column_left_out",
    says: "one column of groups is not reported",
    plant: (base) =>
      fairnessOf(base).map(({ column }) => ({
        which: column,
        must: ["evaluation.fairness"],
        files: edited(base, ["metrics", "fairness", column], undefined),
      })),
  },
  {
    id: "explainability.features_wrong",
    says: "the leading features are said to be columns that name rows or people",
    plant: (base) => {
      const columns = unrelatedColumns(base);
      return !comparesFeatures(base) ||
        columns.length === 0 ||
        listAt(base.report, "metrics", "explainability", "top_features").length === 0
        ? []
        : [
            {
              which: "",
              must: ["evaluation.explainability"],
              files: edited(base, ["metrics", "explainability", "top_features"], columns.slice(0, 3)),
            },
          ];
    },
  },
  {
    id: "explainability.features_left_out",
    says: "no leading features are named",
    plant: (base) =>
      !comparesFeatures(base) || listAt(base.report, "metrics", "explainability", "top_features").length === 0
        ? []
        : [
            {
              which: "",
              must: ["evaluation.explainability"],
              files: edited(base, ["metrics", "explainability", "top_features"], []),
            },
          ],
  },
];
