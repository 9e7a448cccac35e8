import { type DiagnosisRule, place } from "./rule.ts";

const INSTEAD: Readonly<Record<string, string>> = {
  scipy: "sklearn.metrics, numpy or pandas",
  statsmodels: "mle_bench.models.ARIMA or sklearn.linear_model.LinearRegression",
  requests: "the files in DATA_DIR",
  urllib3: "the files in DATA_DIR",
  httpx: "the files in DATA_DIR",
  socket: "the files in DATA_DIR",
  subprocess: "a function of a pinned library",
  torch: "scikit-learn, lightgbm or xgboost",
  tensorflow: "scikit-learn, lightgbm or xgboost",
  keras: "scikit-learn, lightgbm or xgboost",
};

export const barredImport: DiagnosisRule = {
  rule: "barred_import",
  group: "imports",
  message: { en: "{module} may not be imported in the sandbox.", zh: "沙箱中不能导入 {module}。" },
  fix: { en: "Use {instead} instead.", zh: "请改用 {instead}。" },
  find: (evidence) =>
    (evidence.judge?.static.imports ?? []).flatMap((one) => {
      const module = one.module.split(".")[0] ?? "";
      const instead = Object.hasOwn(INSTEAD, module) ? INSTEAD[module] : undefined;
      return instead === undefined ? [] : [{ values: { module, instead }, at: place(one.file, one.line) }];
    }),
};
