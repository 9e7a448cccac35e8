import { expect, test } from "vitest";
import { grade } from "../../../main/core/grading/grade.ts";
import { type Changes, creditRisk, type EvidenceDraft, fit } from "../../fixtures/evidence/credit-risk.ts";
import { casesOf } from "./check-case.ts";

casesOf("reporting.environment", [
  { name: "all packages and the system", points: 4 },
  {
    name: "the workbench's own helper imported and not listed",
    points: 4,
    evidence: (evidence) => {
      const { packages } = evidence.environment;
      evidence.environment = { ...evidence.environment, packages: { ...packages, "mle-bench": "1.0.0" } };
    },
  },
  {
    name: "one of four packages unpinned",
    points: 3.5,
    says: /numpy is listed without a version/,
    report: ({ environment }) => {
      environment.requirements[0] = "numpy";
    },
  },
  {
    name: "another version",
    points: 3.5,
    says: /pandas is pinned to 2\.0\.0, installed is 1\.5\.3/,
    report: ({ environment }) => {
      environment.requirements[1] = "pandas==2.0.0";
    },
  },
  {
    name: "no packages",
    points: 2,
    report: ({ environment }) => {
      environment.requirements.length = 0;
    },
  },
  {
    name: "no packages and no system",
    points: 0,
    report: (report) => {
      report.environment.requirements.length = 0;
      report.system_info = {};
    },
  },
  {
    name: "packages in requirements.txt instead",
    points: 4,
    report: ({ environment }) => {
      environment.requirements.length = 0;
    },
    evidence: (evidence) => {
      evidence.requirements = [
        "numpy==1.23.5",
        "pandas==1.5.3",
        "scikit_learn==1.2.2",
        "shap==0.49.1",
        "extra",
      ];
    },
  },
]);

casesOf("reporting.lineage", [
  { name: "the whole way", points: 3 },
  {
    name: "a way that stops at the features",
    points: 1.5,
    says: /nothing leads to model/,
    report: (report) => {
      report.lineage = "graph LR\n  raw_data --> cleaned_data --> features";
    },
  },
  {
    name: "no Mermaid",
    points: 0,
    says: /Line 1/,
    report: (report) => {
      report.lineage = "raw, then cleaned, then a model";
    },
  },
]);

/** Class weights as a dictionary: the record of a fit holds plain values only, and the code may not tell them either. */
function weighted(said: object | null, told: object | null = { "0": 1, "1": 2 }): Changes {
  return {
    report: ({ model }) => {
      model.hyperparameters = model.hyperparameters.flatMap((one) =>
        one.name !== "class_weight" ? [one] : said === null ? [] : [{ ...one, value: said }],
      );
    },
    evidence: ({ judge }) => {
      judge.static.hyperparameters = judge.static.hyperparameters.map((one) =>
        one.name === "class_weight" ? { ...one, value: told } : one,
      );
      if (judge.model !== null) judge.model.params = { C: 1, random_state: 42 };
    },
  };
}

/** The model behind the predictions is a class of the solution's own; what it holds was fitted with it. */
const wrapped: Changes["evidence"] = ({ judge }) => {
  const inside = fit(61, "LogisticRegression", "sklearn.linear_model._logistic.LogisticRegression", 81);
  const before = { ...inside, n: 51, parents: ["Scaled"], params: { C: 0.01 } };
  const own = { ...inside, n: 60, cls: "Scaled", lib: null, params: {} };
  judge.verification!.fits = [
    { ...own, n: 50 },
    before,
    own,
    { ...inside, parents: ["Scaled"], params: { C: 1, class_weight: "balanced" } },
    { ...inside, n: 70, cls: "Ridge", params: { alpha: 3 } },
  ];
  if (judge.model !== null) judge.model = { ...judge.model, n: 60, cls: "Scaled", lib: null, params: {} };
};

casesOf("reporting.hyperparameters", [
  { name: "value and source of what an own class holds", points: 3, evidence: wrapped },
  {
    name: "one of two of what an own class holds left out",
    points: 1.5,
    says: /class_weight of LogisticRegression \("balanced"\) is not listed/,
    evidence: wrapped,
    report: ({ model }) => {
      model.hyperparameters.pop();
    },
  },
  { name: "value and source of both", points: 3 },
  ...["steps", "remainder", "func", "inverse_func", "estimator", "param_distributions"].map((name) => ({
    name: `${name} holds another estimator, columns or a function: no hyperparameter`,
    points: 3,
    evidence: (({ judge }) => {
      const held = judge.static.hyperparameters[0]!;
      judge.static.hyperparameters.push({ ...held, name, value: "<Name>" });
      if (judge.model !== null) judge.model.params = { ...judge.model.params, [name]: "<Name>" };
    }) satisfies Changes["evidence"],
  })),
  {
    name: "one of two left out",
    points: 1.5,
    says: /class_weight of LogisticRegression \("balanced"\) is not listed/,
    report: ({ model }) => {
      model.hyperparameters.pop();
    },
  },
  {
    name: "one without source",
    points: 2.25,
    says: /C of LogisticRegression has no source/,
    report: ({ model }) => {
      model.hyperparameters[0]!.source = " ";
    },
  },
  {
    name: "wrong values",
    points: 0,
    says: /C of LogisticRegression is 1, you listed 5/,
    report: ({ model }) => {
      model.hyperparameters = [{ name: "C", value: 5, source: "guess" }];
    },
  },
  {
    name: "a dictionary that no fit's record holds, listed as it is",
    points: 3,
    ...weighted({ "0": 1, "1": 2 }),
  },
  {
    name: "such a dictionary with another weight",
    points: 1.5,
    says: /class_weight of LogisticRegression is \{"0":1,"1":2\}, you listed \{"0":1,"1":9\}/,
    ...weighted({ "0": 1, "1": 9 }),
  },
  {
    name: "such a dictionary left out",
    points: 1.5,
    says: /class_weight of LogisticRegression .* is not listed/,
    ...weighted(null),
  },
  {
    name: "one that the code does not tell, with any value",
    points: 3,
    ...weighted({ "0": 1, "1": 3 }, null),
  },
  {
    name: "one that the code does not tell, left out",
    points: 1.5,
    says: /class_weight of LogisticRegression \(\?\) is not listed/,
    ...weighted(null, null),
  },
]);

casesOf("reporting.failures", [
  { name: "nothing failed", points: 2 },
  {
    name: "no list at all",
    points: 1,
    report: (report) => {
      delete report.failures;
    },
  },
  {
    name: "an invented failure",
    points: 0,
    says: /ValueError is recorded, but/,
    report: (report) => {
      report.failures = [{ error_type: "ValueError", location: "line_3", suggestion: "none" }];
    },
  },
  {
    name: "an entry that nobody could have seen without a verification",
    points: 1,
    says: /ValueError is recorded\. Caught exceptions are seen in a verification/,
    report: (report) => {
      report.failures = [{ error_type: "ValueError", location: "line_3", suggestion: "none" }];
    },
    evidence: (evidence) => {
      evidence.verification = { state: "skipped" };
      evidence.judge.verification = null;
    },
  },
  {
    name: "the exception that ended the run, and one that was caught before",
    points: 1.5,
    says: /ModuleNotFoundError is recorded\. Caught/,
    report: (report) => {
      report.failures = [
        { error_type: "MemoryError", location: "line_42", suggestion: "float32" },
        { error_type: "ModuleNotFoundError", location: "line_3", suggestion: "use lightgbm" },
      ];
    },
    evidence: (evidence) => {
      evidence.verification = { state: "not_finished" };
      evidence.judge.verification = null;
      evidence.judge.scored.exceptions = [
        { type: "MemoryError", message: "bad", file: "solution.py", line: 42, caught: false },
      ];
    },
  },
  {
    name: "a failure with type, line and suggestion",
    points: 2,
    report: (report) => {
      report.failures = [{ error_type: "ValueError", location: "line_42", suggestion: "check the dtype" }];
    },
    evidence: ({ judge }) => {
      judge.scored.exceptions = [
        { type: "ValueError", message: "bad", file: "solution.py", line: 42, caught: true },
      ];
    },
  },
  {
    name: "a failure without suggestion",
    points: 1.33,
    says: /without suggestion/,
    report: (report) => {
      report.failures = [{ error_type: "ValueError", location: "line_42" }];
    },
    evidence: ({ judge }) => {
      judge.scored.exceptions = [
        { type: "ValueError", message: "bad", file: "solution.py", line: 42, caught: true },
      ];
    },
  },
]);

casesOf("reporting.strict_json", [
  { name: "indent 2 and the schema", points: 2 },
  {
    name: "indent 4",
    points: 1,
    says: /not written with indent 2/,
    reportBytes: Buffer.from('{\n    "task_id": "x",\n    "problem": {\n        "task_type": "x"\n    }\n}'),
  },
  {
    name: "valid JSON outside the schema",
    points: 1,
    says: /does not fit the schema/,
    reportBytes: Buffer.from('{\n  "task_id": 7\n}'),
  },
  {
    name: "a trailing comma",
    points: 0,
    says: /line 2, column 17/,
    reportBytes: Buffer.from('{\n  "task_id": "x",\n}'),
  },
  { name: "no report", points: 0, says: /^No report\.json was left: the/, reportBytes: null },
]);

/** A file more, under this name in the scored run and that one in the verification. */
function leaves(evidence: EvidenceDraft, scored: string, again: string): void {
  evidence.files = [...evidence.files, { path: scored, bytes: 10 }];
  if (evidence.verification.state !== "done") throw new Error("The perfect run is verified.");
  evidence.verification = { ...evidence.verification, files: [...evidence.verification.files, again] };
}

casesOf("reporting.reproducible", [
  {
    name: "a file whose name the next run changes, by no clock that the code shows",
    points: 5,
    says: /notes-17\.txt is named notes-18\.txt in the verification run/,
    evidence: (evidence) => {
      leaves(evidence, "notes-17.txt", "notes-18.txt");
    },
  },
  {
    name: "a file that is named by a hash of its content",
    points: 6,
    evidence: (evidence) => {
      leaves(evidence, "model-9f86d081.txt", "model-60303ae2.txt");
    },
  },
  { name: "all", points: 6 },
  {
    name: "an unseeded generator",
    points: 5,
    says: /random draws without a seed/,
    evidence: ({ judge }) => {
      judge.static.unseeded = [{ generator: "random", file: "solution.py", line: 3 }];
    },
  },
  {
    name: "clock, path and other predictions",
    points: 1,
    says: /400 predictions differ|800 predictions differ/,
    evidence: (evidence) => {
      evidence.judge.static.clock = [{ call: "datetime.now", reaches: "path", file: "solution.py", line: 4 }];
      evidence.judge.static.absolutePaths = [
        { text: "/home/user/report.json", file: "solution.py", line: 5 },
      ];
      if (evidence.verification.state === "done") {
        evidence.verification = { ...evidence.verification, predictions: { state: "absent", reason: null } };
      }
    },
  },
  {
    name: "no verification run",
    points: 3,
    status: "passed",
    evidence: (evidence) => {
      evidence.verification = { state: "skipped" };
    },
  },
]);

test("a report that does not parse strictly makes reporting 0 but not the other stages", () => {
  const good = JSON.stringify({ task_id: "x", problem: { task_type: "binary_classification" } }, null, 2);
  const grading = grade(creditRisk({ reportBytes: Buffer.from(good.replace(/\n\}$/, ",\n}")) }), "en");
  const points = new Map(grading.stages.map((stage) => [stage.id, stage]));
  expect(points.get("reporting")?.points).toBe(0);
  expect(points.get("problem_understanding")?.checks[1]).toMatchObject({ points: 4 });
});

const failed = {
  status: "failed" as const,
  reason: "ValueError",
  peakMemoryBytes: 1,
  cpuSeconds: 1,
  wallSeconds: 1,
};

test("a failed run whose report holds the four parts gets exactly 60 percent of reporting", () => {
  const grading = grade(
    creditRisk({
      report: (report) => {
        report.failures = [{ error_type: "ValueError", location: "line_9", suggestion: "look" }];
        report.environment.requirements = ["numpy"];
        report.system_info = {};
        report.model.hyperparameters = [{ name: "C", value: 3, source: "" }];
      },
      evidence: (evidence) => {
        evidence.run = failed;
        evidence.verification = { state: "not_finished" };
        evidence.judge.static.unseeded = [{ generator: "random", file: "solution.py", line: 3 }];
      },
    }),
    "en",
  );
  expect(grading.stages.find((stage) => stage.id === "reporting")?.points).toBe(12);
});

test("a failed run that left nothing gets 0 of reporting", () => {
  const grading = grade(
    creditRisk({
      reportBytes: null,
      evidence: (evidence) => {
        evidence.run = failed;
        evidence.verification = { state: "not_finished" };
      },
    }),
    "en",
  );
  expect(grading.stages.find((stage) => stage.id === "reporting")?.points).toBe(0);
});
