/**
 * Short names of `allowed_models` and `prohibited`, and the dotted names they stand for.
 * A dotted name may carry private modules in between: `sklearn.linear_model._logistic.LogisticRegression`.
 */

interface Pattern {
  /** Leading modules. */
  readonly within: string;
  /** Last part of the name; absent: every name within. */
  readonly names?: readonly string[];
}

const families: Readonly<Record<string, readonly Pattern[]>> = {
  LogisticRegression: [
    { within: "sklearn.linear_model", names: ["LogisticRegression", "LogisticRegressionCV"] },
  ],
  DecisionTree: [{ within: "sklearn.tree" }],
  Prophet: [{ within: "prophet" }],
  ARIMA: [{ within: "mle_bench.models", names: ["ARIMA"] }, { within: "statsmodels.tsa" }],
  sklearn: [{ within: "sklearn" }],
  GridSearchCV: [
    {
      within: "sklearn.model_selection",
      names: ["GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV"],
    },
  ],
  ensemble: [{ within: "sklearn.ensemble" }, { within: "lightgbm" }, { within: "xgboost" }],
  // A multilayer perceptron is the only neural network among the pinned libraries.
  deep_learning: [
    { within: "sklearn.neural_network" },
    { within: "torch" },
    { within: "tensorflow" },
    { within: "keras" },
  ],
};

export const familyNames: ReadonlySet<string> = new Set(Object.keys(families));

/** True when the dotted name of a class or function belongs to the family of that short name. */
export function belongsTo(dotted: string, family: string): boolean {
  const last = dotted.slice(dotted.lastIndexOf(".") + 1);
  return (families[family] ?? []).some(
    (pattern) =>
      dotted.startsWith(`${pattern.within}.`) &&
      (pattern.names === undefined || pattern.names.includes(last)),
  );
}
