import { expect, test } from "vitest";
import { namedModels } from "../../../main/core/grading/named-models.ts";
import { casesOf } from "./check-case.ts";

casesOf("problem_understanding.brief_first", [
  { name: "the brief before the data", points: 2, says: /before any data/ },
  {
    name: "the brief on a line where the tree has no call",
    points: 1,
    says: /counts half/,
    evidence: ({ judge }) => {
      judge.static.calls = judge.static.calls.filter((call) => (call.line ?? 0) > 20);
    },
  },
  {
    name: "data before the brief",
    points: 0,
    says: /data\.csv was opened before/,
    evidence: ({ judge }) => {
      judge.scored.opens[1]!.n = 0;
    },
  },
  {
    name: "a brief that is never opened",
    points: 0,
    says: /never opened/,
    evidence: ({ judge }) => {
      judge.scored.opens.shift();
    },
  },
]);

casesOf("problem_understanding.task_type", [
  { name: "the right type", points: 4 },
  {
    name: "the right type in other spelling",
    points: 4,
    report: ({ problem }) => {
      problem.task_type = "Binary classification";
    },
  },
  {
    name: "another type",
    points: 0,
    says: /regression; the task is binary_classification/,
    report: ({ problem }) => {
      problem.task_type = "regression";
    },
  },
]);

casesOf("problem_understanding.target", [
  { name: "target and positive class", points: 3 },
  {
    name: "the positive class as text",
    points: 3,
    report: ({ problem }) => {
      problem.positive_class = "1";
    },
  },
  {
    name: "the wrong positive class",
    points: 1.5,
    says: /positive class is 1, you reported 0/,
    report: ({ problem }) => {
      problem.positive_class = 0;
    },
  },
  {
    name: "another column",
    points: 0,
    says: /income; the brief asks for default/,
    report: ({ problem }) => {
      problem.target = "income";
    },
  },
]);

casesOf("problem_understanding.constraints", [
  { name: "all seven", points: 5 },
  {
    // 6 of 7 with 6 entries: F1 12 / 13.
    name: "one left out",
    points: 4.62,
    says: /Not recorded: external_data/,
    report: ({ problem }) => {
      problem.constraints.pop();
    },
  },
  {
    // 6 of 7 with 7 entries: F1 12 / 14.
    name: "memory in megabytes",
    points: 4.29,
    says: /memory: the value is 1000000000/,
    report: ({ problem }) => {
      problem.constraints[1]!.value = 1000;
    },
  },
  {
    name: "the cores that the machine really gave, as limits.json says them",
    points: 5,
    report: ({ problem }) => {
      problem.constraints[0]!.value = 1;
    },
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, measured: { memoryBy: "watch", cores: 1 } };
    },
  },
  {
    // 6 of 7 with 7 entries.
    name: "fewer cores than the machine gave",
    points: 4.29,
    says: /cpu: the value is 2/,
    report: ({ problem }) => {
      problem.constraints[0]!.value = 1;
    },
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, measured: { memoryBy: "watch", cores: 2 } };
    },
  },
  {
    // 6 of 7 with 7 entries: no document of the agent's says the two that the task grants.
    name: "the cores that the task grants, where the machine gave fewer and limits.json says so",
    points: 4.29,
    says: /cpu: the value is 1/,
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, measured: { memoryBy: "watch", cores: 1 } };
    },
  },
  {
    name: "memory with its unit and a rate within two points",
    points: 5,
    report: ({ problem }) => {
      problem.constraints[1]!.value = "1 GB";
      problem.constraints[5]!.value = 0.135;
    },
  },
  {
    name: "unknown names beside the right ones",
    points: 5,
    says: /weather/,
    report: ({ problem }) => {
      problem.constraints.push({ name: "weather", value: 1 });
    },
  },
  {
    name: "none",
    points: 0,
    report: ({ problem }) => {
      problem.constraints.length = 0;
    },
  },
]);

casesOf("problem_understanding.specification", [
  { name: "a metric and a scheme that fit", points: 4 },
  {
    name: "accuracy alone on rare defaults",
    points: 2,
    says: /accuracy does not fit/,
    report: ({ problem }) => {
      problem.metric = "accuracy";
    },
  },
  {
    name: "neither",
    points: 0,
    report: ({ problem }) => {
      problem.metric = "accuracy";
      problem.validation.scheme = "k_fold";
    },
  },
]);

test.each([
  "LogisticRegression",
  "StandardScaler + LogisticRegression",
  "Pipeline(SimpleImputer, OneHotEncoder, LogisticRegression)",
  "ColumnTransformer, SelectKBest and LogisticRegression",
  "LightGBM, tuned",
  "LGBMClassifier, gradient boosting, 200 trees, lr 0.05",
  "TF-IDF + TruncatedSVD + LinearSVC",
  "KNNImputer -> RandomForestClassifier",
  "neighbours imputation and Ridge",
  "Ridge (alpha=1), a linear regression of the logarithm",
  "SGDClassifier with logistic loss, and class weights",
  "Logistic regression and a decision tree baseline",
  "VotingClassifier of LogisticRegression and RandomForestClassifier",
  "logistic regression; LogisticRegression of scikit-learn",
  "标准化 + 逻辑回归 LogisticRegression",
])("%s names one model", (name) => {
  expect(namedModels(name).length).toBeLessThanOrEqual(1);
});

test.each([
  "LogisticRegression and RandomForestClassifier",
  "StandardScaler + LogisticRegression + KMeans",
  "XGBoost, LightGBM",
  "Ridge & DecisionTreeRegressor",
  "MultinomialNB and RandomForestClassifier",
  "HistGradientBoostingRegressor / ARIMA",
  "LR + RF",
  "LogisticRegression and OwnBoosterClassifier",
  "LogisticRegression 和 RandomForestClassifier",
])("%s names two", (name) => {
  expect(namedModels(name)).toHaveLength(2);
});

casesOf("problem_understanding.scope", [
  { name: "nothing beyond the task", points: 2 },
  {
    name: "the steps before the model in its name",
    points: 2,
    report: ({ model }) => {
      model.name = "StandardScaler + LogisticRegression, balanced";
    },
  },
  {
    name: "two models as the result",
    points: 0,
    says: /more than one model as its result \(LogisticRegression and XGBClassifier\)/,
    report: ({ model }) => {
      model.name = "LogisticRegression and XGBClassifier";
    },
  },
  {
    name: "three attempts at a blocked call",
    points: 0,
    says: /os\.listdir was refused 3 times/,
    evidence: ({ judge }) => {
      judge.scored.blocked = [{ call: "os.listdir", count: 3, line: 12 }];
    },
  },
  {
    name: "three lines that each try the same blocked call",
    points: 0,
    says: /os\.listdir was refused 3 times/,
    evidence: ({ judge }) => {
      judge.scored.blocked = [12, 18, 24].map((line) => ({ call: "os.listdir", count: 1, line }));
    },
  },
  {
    name: "two attempts at a blocked call",
    points: 2,
    evidence: ({ judge }) => {
      judge.scored.blocked = [{ call: "os.listdir", count: 2, line: 12 }];
    },
  },
  {
    name: "a clusterer",
    points: 0,
    says: /KMeans/,
    evidence: ({ judge }) => {
      judge.scored.fits.push({
        ...judge.scored.fits[0]!,
        cls: "KMeans",
        lib: "sklearn.cluster._kmeans.KMeans",
        role: "clusterer",
      });
    },
  },
]);
