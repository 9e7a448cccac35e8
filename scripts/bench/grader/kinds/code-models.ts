/** Faults of what is fitted: what nobody asked for, what the task prohibits, and more than there is time for. */
import { withEnding } from "../code-edits.ts";
import { type Base, type CodeKind, everyCheck, wholeStage } from "../mutant.ts";
import { codeKind, unlisted } from "./code-kind.ts";

const NUMPY = "import numpy as np";
/** Twenty rows that have nothing to do with the task. */
const ROWS = ["    np.arange(40.0).reshape(20, 2), np.arange(20) % 2", ")"];

/** A model of the family. */
const fitOf: Readonly<Record<string, readonly string[]>> = {
  deep_learning: [
    "from sklearn.neural_network import MLPClassifier",
    "MLPClassifier(hidden_layer_sizes=(2,), max_iter=400, random_state=42).fit(",
    ...ROWS,
  ],
  ensemble: [
    "from sklearn.ensemble import RandomForestClassifier",
    "RandomForestClassifier(n_estimators=3, random_state=42).fit(",
    ...ROWS,
  ],
};

const fits = ({ task }: Base): boolean => task.stages.includes("model_training");
const BREACH = ["model_training.allowed", "model_training.score"];

export const fittingKinds: readonly CodeKind[] = [
  codeKind(
    "clusters_besides",
    "clusters are looked for, which nobody asked for",
    { verify: "none" },
    (base) => {
      const { allowedModels } = base.task.walls;
      // KMeans is a model of scikit-learn, where all of it is allowed.
      const isOutside = allowedModels !== null && !allowedModels.includes("sklearn");
      return {
        must: ["problem_understanding.scope", ...(isOutside ? BREACH : [])],
        may: [...(isOutside ? wholeStage("model_training") : []), ...unlisted(base, "sklearn", "numpy")],
        solution: withEnding(base.solution, [
          NUMPY,
          "from sklearn.cluster import KMeans",
          "KMeans(n_clusters=2, n_init=2, random_state=42).fit(np.arange(60.0).reshape(20, 3))",
        ]),
      };
    },
  ),
  codeKind("prohibited_model", "a model is fitted that the task prohibits", { verify: "none" }, (base) => {
    const family = base.task.walls.prohibited.find((name) => name in fitOf);
    return family === undefined || !fits(base)
      ? null
      : {
          must: BREACH,
          may: [...wholeStage("model_training"), ...unlisted(base, "sklearn", "numpy")],
          solution: withEnding(base.solution, [NUMPY, ...(fitOf[family] ?? [])]),
        };
  }),
  codeKind(
    "model_not_allowed",
    "a model is fitted that is not among the allowed ones",
    { verify: "none" },
    (base) => {
      const { allowedModels } = base.task.walls;
      return allowedModels === null || !fits(base)
        ? null
        : {
            must: BREACH,
            may: [...wholeStage("model_training"), ...unlisted(base, "lightgbm", "numpy")],
            solution: withEnding(base.solution, [
              NUMPY,
              "from lightgbm import LGBMRegressor",
              "LGBMRegressor(n_estimators=2, min_child_samples=2, random_state=42).fit(",
              ...ROWS,
            ]),
          };
    },
  ),
  codeKind(
    "nested_search",
    "loops in loops fit one model after the other, until the time is over",
    { verify: "none", ends: "timeout", atMost: 3 },
    (base) =>
      fits(base)
        ? {
            must: ["preprocessing.no_leakage"],
            may: everyCheck,
            diagnoses: ["nested_search"],
            solution: withEnding(base.solution, [
              NUMPY,
              "from sklearn.tree import DecisionTreeRegressor",
              "inputs = np.arange(400_000.0).reshape(100_000, 4) % 997",
              "for seed in range(1000):",
              "    for depth in range(1, 1000):",
              "        DecisionTreeRegressor(max_depth=depth, random_state=seed).fit(inputs, inputs[:, 0] * inputs[:, 1])",
            ]),
          }
        : null,
  ),
];
