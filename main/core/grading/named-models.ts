/** Which models a report names as its result. Steps before a model, settings and baselines are none. */

/** Names of models in sentences and in code, the more special first. */
const MODELS: readonly (readonly [string, RegExp])[] = [
  ["logistic regression", /logistic|\blogit\b|^lr$/i],
  ["ridge", /ridge/i],
  ["lasso", /lasso/i],
  ["elastic net", /elastic[\s-]?net/i],
  ["huber", /huber/i],
  ["poisson regression", /poisson|tweedie|gamma\s?regress/i],
  ["linear regression", /linear\s?regress|\bols\b|least[\s-]squares/i],
  ["random forest", /random\s?forest|^rf$/i],
  ["extra trees", /extra\s?trees/i],
  ["lightgbm", /light\s?gbm|\blgbm?/i],
  ["xgboost", /\bxgb/i],
  ["catboost", /cat\s?boost/i],
  ["adaboost", /ada\s?boost/i],
  ["gradient boosting", /gradient\s?boost|\bgbm\b|\bgbdt\b|boosted\s+trees/i],
  ["decision tree", /(?:decision|regression|classification)\s?tree|\bcart\b/i],
  ["support vectors", /\b(?:linear|nu)?sv[mcr]\b|support[\s-]vector/i],
  ["neighbours", /\bk-?nn\b|neighbou?rs/i],
  ["naive bayes", /naive\s?bayes|(?:gaussian|multinomial|bernoulli|complement|categorical)\s?nb\b/i],
  ["stochastic gradient descent", /\bsgd/i],
  ["neural network", /\bmlp|perceptron|neural\s?net|\blstm\b|\bbert\b/i],
  ["gaussian process", /gaussian\s?process/i],
  ["discriminant analysis", /discriminant/i],
  ["arima", /arima/i],
  ["prophet", /\bprophet\b/i],
  ["exponential smoothing", /exponential\s?smoothing|holt/i],
  ["clusters", /k-?means|dbscan|agglomerative|gaussian\s?mixture/i],
];

/** One model under a wide and under its own name. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  "gradient boosting": ["lightgbm", "xgboost", "catboost", "adaboost"],
  "linear regression": ["ridge", "lasso", "elastic net", "huber"],
  "stochastic gradient descent": ["logistic regression", "support vectors"],
};

const BETWEEN = /\s*(?:->|→|[+&,;|/]|\band\b|\bthen\b|和|与|、|，)\s*/i;
/** What fills values is no result, and what a result was compared with is none. */
const NO_RESULT = /imput|encod|baseline|compared|instead of|better than|versus|\bvs\b/i;
/** Several models that give one prediction are one. */
const TOGETHER = /voting|stack(?:ed|ing)|ensemble|blend|average of|bagging/i;
const OWN_CLASS = /\b[A-Z]\w*(?:Classifier|Regressor)\b/;
const TRIVIAL = /dummy/i;

function modelIn(part: string): string | null {
  if (NO_RESULT.test(part) || TRIVIAL.test(part)) {
    return null;
  }
  const known = MODELS.find(([, pattern]) => pattern.test(part))?.[0];
  return known ?? OWN_CLASS.exec(part)?.[0] ?? null;
}

/** Different models in the name of a model, in words that mean the same for the same one. */
export function namedModels(name: string): readonly string[] {
  // What stands in brackets says more of the one before them.
  const plain = name.replaceAll(/\([^()]*\)/g, " ");
  const parts = TOGETHER.test(plain) ? [] : plain.split(BETWEEN).map((part) => part.trim());
  const found = new Set(parts.flatMap((part) => modelIn(part) ?? []));
  return [...found].filter((model) => !(WIDER[model] ?? []).some((one) => found.has(one)));
}
