import { grade } from "../../../main/core/grading/grade.ts";
import { expect, test } from "vitest";
import { type Changes, creditRisk, perfectProbes } from "../../fixtures/evidence/credit-risk.ts";
import { casesOf } from "./check-case.ts";

casesOf("evaluation.fixed_test_split", [
  { name: "the helper and its rows", points: 0, status: "passed", says: /its 400 rows/ },
  {
    name: "no call of the helper",
    points: 0,
    status: "failed",
    says: /never called/,
    evidence: ({ judge }) => {
      judge.scored.helperCalls = [];
    },
  },
  {
    name: "other test rows",
    points: 0,
    status: "failed",
    says: /400 rows|of 400 missing/,
    evidence: (evidence) => {
      if (evidence.predictions.state === "read") {
        const rows = new Map(evidence.predictions.test);
        rows.delete(1);
        evidence.predictions = { ...evidence.predictions, test: rows };
      }
    },
  },
]);

test("without the fixed test split the whole evaluation is 0 and names the gate", () => {
  const grading = grade(
    creditRisk({
      evidence: ({ judge }) => {
        judge.scored.helperCalls = [];
      },
    }),
    "en",
  );
  const stage = grading.stages.find((one) => one.id === "evaluation")!;
  expect(stage.points).toBe(0);
  expect(stage.maximum).toBe(20);
  expect(stage.checks.find((check) => check.id === "evaluation.statistical")?.dominoOf).toBe(
    "evaluation.fixed_test_split",
  );
});

casesOf("evaluation.statistical", [
  { name: "five metrics that agree", points: 5 },
  {
    name: "one metric 0.02 off",
    points: 4,
    says: /precision: you reported 0\.92, recomputed 0\.9/,
    report: ({ metrics }) => {
      metrics.statistical["precision"] = 0.92;
    },
  },
  {
    name: "one metric 0.004 off",
    points: 5,
    report: ({ metrics }) => {
      metrics.statistical["precision"] = 0.904;
    },
  },
  {
    name: "none reported",
    points: 0,
    report: ({ metrics }) => {
      metrics.statistical = {};
    },
  },
]);

casesOf("evaluation.robustness", [
  { name: "a true drop that is small", points: 5 },
  {
    name: "a drop that is not true",
    points: 2,
    says: /You reported a drop of 0\.5/,
    report: ({ metrics }) => {
      metrics.robustness.drop = 0.5;
    },
  },
  {
    name: "a true drop that is large",
    points: 3,
    says: /over 10 %/,
    report: ({ metrics }) => {
      metrics.robustness.drop = 0.9;
    },
    evidence: (evidence) => {
      const probes = perfectProbes();
      evidence.probes = { ...probes, pairs: probes.pairs.map((pair) => ({ ...pair, noisy: "0" })) };
    },
  },
  {
    name: "a run without probes",
    points: 0,
    status: "not_evaluated",
    evidence: (evidence) => {
      evidence.probes = { state: "skipped" };
    },
  },
]);

casesOf("evaluation.fairness", [
  { name: "both columns right", points: 5 },
  {
    name: "one column left out",
    points: 2.5,
    says: /region: no precision by group was reported/,
    report: ({ metrics }) => {
      delete metrics.fairness["region"];
    },
  },
  {
    name: "a problem that is none",
    points: 4.17,
    says: /region: a gap of 0 is no problem/,
    report: ({ metrics }) => {
      metrics.fairness["region"] = { ...metrics.fairness["region"], problem: true };
    },
  },
  {
    name: "a problem that is not named",
    points: 4.17,
    says: /gender: the gap of 0\.2 is over 0\.05/,
    report: ({ metrics }) => {
      metrics.fairness["gender"] = { ...metrics.fairness["gender"], problem: false };
    },
  },
  {
    name: "a group's precision 0.05 off",
    points: 4.17,
    says: /region = North: you reported 0\.85, recomputed 0\.9/,
    report: ({ metrics }) => {
      metrics.fairness["region"] = {
        metric: "precision",
        groups: { North: 0.85, South: 0.9 },
        gap: 0,
        problem: false,
      };
    },
  },
  {
    name: "nothing reported",
    points: 0,
    report: ({ metrics }) => {
      metrics.fairness = {};
    },
  },
  {
    name: "a task without groups",
    points: 0,
    status: "not_applicable",
    evidence: (evidence) => {
      evidence.task = { ...evidence.task, groups: [] };
    },
  },
]);

/** Prices in thousands: off by 1 for women and by 1.1 for men, so that the gap of the errors is a tenth. */
const asPrices: Changes["evidence"] = (evidence) => {
  const { task, predictions, data } = evidence;
  if (predictions.state === "absent" || data === null) throw new Error("the fixture has both");
  evidence.task = {
    ...task,
    taskType: "regression",
    target: { column: "price", positive: null, labels: [] },
    groups: ["gender"],
  };
  const genders = new Map(data.rowIds.map((id, row) => [id, data.columns["gender"]?.[row]]));
  const prices = new Map([...predictions.test.keys()].map((id) => [id, String(100_000 + id)]));
  const off = (id: number): number => (genders.get(id) === "F" ? 1000 : 1100);
  evidence.labels = { ...evidence.labels, test: prices };
  evidence.predictions = {
    ...predictions,
    test: new Map(
      [...prices].map(([id, truth]) => [id, { label: String(Number(truth) + off(id)), score: null }]),
    ),
  };
};
const errorsOf =
  (women: number, problem: boolean): Changes["report"] =>
  ({ metrics }) => {
    metrics.fairness = {
      gender: { metric: "mae", groups: { F: women, M: 1100 }, gap: 0.1, problem },
    };
  };

casesOf("evaluation.fairness", [
  { name: "errors by group", points: 5, evidence: asPrices, report: errorsOf(1000, true) },
  { name: "an error one percent off", points: 5, evidence: asPrices, report: errorsOf(1010, true) },
  {
    name: "an error five percent off",
    points: 3.33,
    says: /gender = F: you reported 1050, recomputed 1000/,
    evidence: asPrices,
    report: errorsOf(1050, true),
  },
  {
    name: "a gap of errors that is not named",
    points: 3.33,
    says: /the gap of 0\.1 is over 0\.05/,
    evidence: asPrices,
    report: errorsOf(1000, false),
  },
  {
    name: "no errors by group",
    points: 0,
    says: /no error by group was reported/,
    evidence: asPrices,
    report: ({ metrics }) => {
      metrics.fairness = {};
    },
  },
]);

/** Three classes named by words; every fifth row is predicted wrongly. */
const asTeams: Changes["evidence"] = (evidence) => {
  const { task, predictions } = evidence;
  if (predictions.state === "absent") throw new Error("the fixture has predictions");
  const teams = ["billing", "returns", "sales"] as const;
  const teamOf = (id: number): string => teams[id % 3] ?? "billing";
  evidence.task = {
    ...task,
    taskType: "multiclass_classification",
    target: { column: "team", positive: null, labels: [...teams] },
    groups: ["gender"],
  };
  const truth = new Map([...predictions.test.keys()].map((id) => [id, teamOf(id)]));
  evidence.labels = { ...evidence.labels, test: truth };
  evidence.predictions = {
    ...predictions,
    test: new Map([...truth].map(([id]) => [id, { label: teamOf(id % 5 === 0 ? id + 1 : id), score: null }])),
  };
};
const precisionsOf =
  (women: number, gap: number): Changes["report"] =>
  ({ metrics }) => {
    metrics.fairness = {
      gender: { metric: "macro_precision", groups: { F: women, M: 0.8 }, gap, problem: false },
    };
  };

casesOf("evaluation.fairness", [
  {
    name: "mean precisions of classes named by words",
    points: 5,
    evidence: asTeams,
    report: precisionsOf(0.8, 0),
  },
  {
    name: "a mean precision of classes that is ten points off",
    points: 3.33,
    says: /gender = F: you reported 0\.9, recomputed 0\.8/,
    evidence: asTeams,
    report: precisionsOf(0.9, 0),
  },
]);

casesOf("evaluation.explainability", [
  { name: "figure and features", points: 5 },
  {
    name: "a blank figure",
    points: 2,
    says: /no real picture \(blank\)/,
    evidence: (evidence) => {
      evidence.figures = [{ path: "figures/shap.png", image: { state: "blank", width: 700, height: 400 } }];
    },
  },
  {
    name: "features that do not matter",
    points: 3,
    says: /Only 0 of 2/,
    report: ({ metrics }) => {
      metrics.explainability.top_features = ["region", "garage"];
    },
  },
  {
    name: "a correlated column for the important one",
    points: 5,
    report: ({ metrics }) => {
      metrics.explainability.top_features = ["loan_amount", "log credit_score"];
    },
  },
  {
    name: "neither",
    points: 0,
    report: ({ metrics }) => {
      metrics.explainability.top_features = [];
    },
    evidence: (evidence) => {
      evidence.figures = [];
    },
  },
]);

test("without probes the importance half leaves the maximum and the stage is incomplete", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.probes = { state: "skipped" };
      },
    }),
    "en",
  );
  const stage = grading.stages.find((one) => one.id === "evaluation")!;
  expect(stage.checks.find((check) => check.id === "evaluation.explainability")).toMatchObject({
    points: 3,
    maximum: 3,
    status: "passed",
  });
  expect(stage).toMatchObject({ points: 13, maximum: 13, complete: false });
  expect(grading.complete).toBe(false);
  expect(grading.percent).toBe(100);
});
