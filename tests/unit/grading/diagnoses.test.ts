import { expect, test } from "vitest";
import { diagnose, rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import {
  type Changes,
  creditRisk,
  type EvidenceDraft,
  fit,
  perfectProbes,
  perfectReport,
  writeReport,
} from "../../fixtures/evidence/credit-risk.ts";
import { selectionOf } from "./rule-case.ts";

const file = "solution.py";
const raised = (type: string, message: string) => ({ type, message, file, line: 33, caught: false });

/** A file more, under this name in the scored run and that one in the verification. */
function named(evidence: EvidenceDraft, scored: string, again: string): void {
  evidence.files = [...evidence.files, { path: scored, bytes: 10 }];
  if (evidence.verification.state !== "done") throw new Error("The perfect run is verified.");
  evidence.verification = { ...evidence.verification, files: [...evidence.verification.files, again] };
}

/** So many of the answers move when the identifier is exchanged. */
const movedBy = (share: number, joined = 0, still = 0.46): Evidence["probes"] => ({
  ...perfectProbes(),
  moved: { asScored: 1, still, unrelated: [{ column: "applicant_id", share, joined }] },
});

/** Evidence that has the fault of the rule; the perfect run has none of them. */
const faulty: Readonly<Record<string, Changes>> = {
  seeds_missing: {
    evidence: ({ judge }) => {
      judge.static.unseeded = [{ generator: "numpy", file, line: 3 }];
    },
  },
  clock_in_names: {
    evidence: ({ judge }) => {
      judge.static.clock = [
        { call: "datetime.now", reaches: "path", file, line: 3 },
        { call: "time.time", reaches: "none", file, line: 4 },
      ];
    },
  },
  absolute_path: {
    evidence: ({ judge }) => {
      judge.static.absolutePaths = [{ text: "/home/user/report.json", file, line: 3 }];
    },
  },
  system_info_missing: {
    report: (report) => {
      delete report.system_info["cpu"];
    },
  },
  json_fault: { reportBytes: Buffer.from('{\n  "task_id": "x",\n}') },
  report_in_working_folder: {
    reportBytes: null,
    evidence: ({ judge }) => {
      judge.static.calls.push({ name: "os.getcwd", file, line: 12 });
    },
  },
  claimed_metric_differs: {
    report: ({ metrics }) => {
      metrics.statistical["f1"] = 0.99;
    },
  },
  predictions_independent_of_input: {
    evidence: (evidence) => {
      if (evidence.predictions.state === "read") {
        const holdout = new Map(
          [...evidence.predictions.holdout.keys()].map((id) => [id, { label: "1", score: 1 }]),
        );
        evidence.predictions = { ...evidence.predictions, holdout };
      }
    },
  },
  test_rows_in_training: {
    evidence: ({ judge }) => {
      judge.model!.trainedOn.testShare = 0.9;
    },
  },
  barred_import: {
    evidence: ({ judge }) => {
      judge.static.imports.push({ module: "scipy.stats", file, line: 2 });
    },
  },
  foreign_utils: {
    evidence: ({ judge }) => {
      judge.static.imports.push({ module: "utils.preprocess", file, line: 2 });
    },
  },
  repeated_blocked_call: {
    evidence: ({ judge }) => {
      judge.scored.blocked = [{ call: "os.listdir", count: 3, line: 9 }];
    },
  },
  encoder_fitted_twice: {
    evidence: ({ judge }) => {
      const encoder = fit(10, "LabelEncoder", "sklearn.preprocessing._label.LabelEncoder", 40, "transformer");
      judge.verification!.fits.push(encoder, { ...encoder, n: 11, line: 41, shape: [400, 1], testShare: 1 });
    },
  },
  threshold_out_of_reach: {
    evidence: (evidence) => {
      if (evidence.predictions.state === "read") {
        const holdout = new Map(
          [...evidence.predictions.holdout.keys()].map((id) => [id, { label: "0", score: (id % 40) / 100 }]),
        );
        evidence.predictions = { ...evidence.predictions, holdout };
      }
    },
  },
  memory_wall: {
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, status: "out_of_memory" };
    },
  },
  write_outside: {
    evidence: ({ judge }) => {
      judge.scored.exceptions = [raised("PermissionError", "[Errno 30] Read-only file system: 'model.pkl'")];
    },
  },
  nested_search: {
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, status: "timeout" };
      evidence.judge.scored.fits = Array.from({ length: 180 }, (_, at) =>
        fit(at + 30, "DecisionTreeClassifier", "sklearn.tree._classes.DecisionTreeClassifier", 50),
      );
    },
  },
  newer_api: {
    evidence: ({ judge }) => {
      judge.static.newerApis = [
        { name: "DataFrame.map", since: "pandas 2.1", instead: "DataFrame.applymap", file, line: 9 },
      ];
    },
  },
  barred_call: {
    evidence: ({ judge }) => {
      judge.scored.blocked = [{ call: "os.system", count: 1, line: 9 }];
    },
  },
  data_reread: {
    evidence: ({ judge }) => {
      for (const n of [100, 101, 102]) {
        judge.scored.opens.push({ n, path: "/tmp/mle_data/data.csv", mode: "read", file, line: 61 });
      }
    },
  },
  slow_row_loop: {
    evidence: ({ judge }) => {
      judge.scored.rowLoops = [{ name: "iterrows", rows: 8000, seconds: 3.21, file, line: 61 }];
    },
  },
  text_labels: {
    evidence: ({ judge }) => {
      judge.static.textLabels = [{ name: "y", file, line: 61 }];
    },
  },
  too_many_labels: {
    evidence: ({ judge }) => {
      judge.static.labelLists = [{ call: "classification_report", values: ["0", "1", "2"], file, line: 61 }];
    },
  },
  names_change: {
    evidence: (evidence) => {
      named(evidence, "figures/shap-20261130.png", "figures/shap-20261201.png");
      const path = "/tmp/mle_report/figures/shap-20261130.png";
      evidence.judge.scored.opens.push({ n: 90, path, mode: "write", file, line: 90 });
    },
  },
  verified_another_fit: {
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
    },
  },
  record_contradicted: {
    evidence: (evidence) => {
      evidence.probes = movedBy(0.985);
    },
  },
  predictions_fault: {
    evidence: (evidence) => {
      if (evidence.predictions.state === "read") {
        evidence.predictions = {
          ...evidence.predictions,
          faults: [
            { kind: "infinite", split: "holdout", cell: "score", count: 2, example: "10001: inf", line: 402 },
          ],
        };
      }
    },
  },
  selection_fault: {
    evidence: (evidence) => {
      evidence.selection = selectionOf(["7", "8"], 1);
    },
  },
  lineage_fault: {
    report: (report) => {
      report.lineage = "graph LR\n  raw[Raw --> report";
    },
  },
  source_fault: {
    evidence: ({ judge }) => {
      judge.static.parsed = false;
      judge.static.error = { file, line: 7, column: 12, message: "invalid syntax" };
    },
  },
  no_working_model: {
    evidence: (evidence) => {
      evidence.predictions = { state: "absent", reason: null };
    },
  },
};

test("every rule has an evidence with its fault here", () => {
  expect(Object.keys(faulty).toSorted()).toEqual(rules.map((rule) => rule.rule).toSorted());
});

test.each(Object.entries(faulty))("%s is found where the fault is, in both languages", (rule, changes) => {
  const evidence = creditRisk(changes);
  for (const language of ["en", "zh"] as const) {
    const found = diagnose(evidence, language).filter((one) => one.rule === rule);
    expect(found.length).toBeGreaterThan(0);
    expect(`${found[0]?.message}${found[0]?.fix}`).not.toMatch(/\{[a-zA-Z]\w*\}/);
  }
});

test.each(Object.entries(faulty))("%s leads to a line", (rule, changes) => {
  const found = diagnose(creditRisk(changes), "en").find((one) => one.rule === rule);
  expect(found?.at?.line).toBeGreaterThan(0);
});

test.each([
  ["claimed_metric_differs", '"f1":'],
  ["system_info_missing", '"system_info":'],
])("%s leads to its value in report.json", (rule, text) => {
  const draft = perfectReport();
  faulty[rule]?.report?.(draft);
  const reportBytes = writeReport(draft);
  const lines = reportBytes.toString("utf8").split("\n");
  const found = diagnose(creditRisk({ reportBytes }), "en").filter((one) => one.rule === rule);
  expect(found.map(({ at }) => at)).toContainEqual({
    file: "report.json",
    line: lines.findIndex((line) => line.includes(text)) + 1,
  });
});

test("a report without any system_info has no line to lead to", () => {
  const changes: Changes = {
    report: (report) => {
      Reflect.deleteProperty(report, "system_info");
    },
  };
  const found = diagnose(creditRisk(changes), "en").find(({ rule }) => rule === "system_info_missing");
  expect(found).toMatchObject({ message: "system_info lacks python, os, cpu.", at: null });
});

test("a threshold out of reach leads to the last call that makes scores", () => {
  const changes: Changes = {
    evidence: (evidence) => {
      faulty["threshold_out_of_reach"]?.evidence?.(evidence);
      evidence.judge.static.calls.push(
        { name: "model.predict_proba", file, line: 91, at: 92 },
        { name: "model.predict_proba", file, line: 88 },
        { name: "model.predict", file, line: 99 },
      );
    },
  };
  const found = diagnose(creditRisk(changes), "en").find(({ rule }) => rule === "threshold_out_of_reach");
  expect(found?.at).toEqual({ file, line: 92 });
});

test("predictions of nobody's model lead to the last fit, or to where they were written", () => {
  const atOf = (change: NonNullable<Changes["evidence"]>) =>
    diagnose(
      creditRisk({
        evidence: (evidence) => {
          faulty["predictions_independent_of_input"]?.evidence?.(evidence);
          evidence.judge.model = null;
          change(evidence);
        },
      }),
      "en",
    ).find(({ rule }) => rule === "predictions_independent_of_input")?.at;
  expect(atOf(() => undefined)).toEqual({ file, line: 80 });
  expect(
    atOf(({ judge }) => {
      judge.verification!.fits = [];
      judge.verification!.opens.push({
        n: 90,
        path: "/tmp/mle_report/predictions.csv",
        mode: "write",
        file,
        line: 120,
      });
    }),
  ).toEqual({ file, line: 120 });
});

test.each([
  ["[Errno 13] there is no network in this sandbox: no socket can be opened; read the files in DATA_DIR"],
  ["os.listdir: listing '.' is off in this sandbox; only DATA_DIR, REPORT_DIR and /tmp may be listed"],
])("a refusal that is none of writing is not called one: %s", (message) => {
  const evidence = creditRisk({
    evidence: ({ judge }) => {
      judge.scored.exceptions = [raised("PermissionError", message)];
    },
  });
  expect(diagnose(evidence, "en").map((one) => one.rule)).not.toContain("write_outside");
});

test("a perfect run has no diagnosis", () => {
  expect(diagnose(creditRisk(), "en")).toEqual([]);
});

test("a clock that only measures a duration is no fault", () => {
  const found = diagnose(creditRisk(faulty["clock_in_names"]), "en").filter(
    (one) => one.rule === "clock_in_names",
  );
  expect(found).toMatchObject([{ at: { file, line: 3 } }]);
});

/** What looks like the fault of the rule and is none. */
const similar: readonly (readonly [string, string, Changes])[] = [
  [
    "names_change",
    "a name that holds a hash of the content",
    {
      evidence: (evidence) => {
        named(evidence, "model-9f86d081.txt", "model-60303ae2.txt");
      },
    },
  ],
  [
    "names_change",
    "a numbered name that both runs leave",
    {
      evidence: (evidence) => {
        named(evidence, "figures/fold-1.png", "figures/fold-1.png");
      },
    },
  ],
  ...(
    [
      ["a few answers that moved", movedBy(0.025)],
      ["answers that were joined by the identifier", movedBy(1, 0.98)],
      ["answers that move by themselves", movedBy(1, 0, 0.97)],
    ] as const
  ).map(
    ([what, probes]) =>
      [
        "record_contradicted",
        what,
        {
          evidence: (evidence) => {
            evidence.probes = probes;
          },
        },
      ] satisfies readonly [string, string, Changes],
  ),
  [
    "record_contradicted",
    "a column that the record shows as well",
    {
      evidence: (evidence) => {
        evidence.probes = movedBy(0.985);
        evidence.judge.matrix.identifiers[0]!.state = "present";
      },
    },
  ],
  [
    "verified_another_fit",
    "a fit whose turn the scored run left out of its record, with the same predictions",
    {
      evidence: ({ judge }) => {
        judge.model!.matchesScored = false;
        judge.scored.repeats = [{ kind: "fit", name: "LogisticRegression.fit", file, line: 80, count: 30 }];
      },
    },
  ],
  [
    "test_rows_in_training",
    "a scored fit with more rows than the training rows, of an oversampled table",
    {
      evidence: ({ judge }) => {
        judge.model!.matchesScored = false;
        judge.model!.n = 40;
        judge.scored.fits[1] = { ...judge.scored.fits[1]!, shape: [1000, 12] };
        judge.verification!.fits[1] = { ...judge.verification!.fits[1]!, shape: [990, 12] };
      },
    },
  ],
  [
    "data_reread",
    "two files by one function, each once",
    {
      evidence: ({ judge }) => {
        judge.scored.opens.push(
          { n: 100, path: "/tmp/mle_data/data.csv", mode: "read", file, line: 61 },
          { n: 101, path: "/tmp/mle_data/holdout.csv", mode: "read", file, line: 61 },
        );
      },
    },
  ],
  [
    "data_reread",
    "the limits, which a loop may ask for",
    {
      evidence: ({ judge }) => {
        for (const n of [100, 101, 102]) {
          judge.scored.opens.push({ n, path: "/tmp/mle_data/limits.json", mode: "read", file, line: 61 });
        }
      },
    },
  ],
  [
    "slow_row_loop",
    "a loop that costs nothing",
    {
      evidence: ({ judge }) => {
        judge.scored.rowLoops = [{ name: "itertuples", rows: 8000, seconds: 0.02, file, line: 61 }];
      },
    },
  ],
  [
    "slow_row_loop",
    "a loop that was left in a run that finished",
    {
      evidence: ({ judge }) => {
        judge.scored.rowLoops = [{ name: "iterrows", rows: 8000, seconds: null, file, line: 61 }];
      },
    },
  ],
  [
    "too_many_labels",
    "the classes in another order",
    {
      evidence: ({ judge }) => {
        judge.static.labelLists = [{ call: "confusion_matrix", values: ["1", "0"], file, line: 61 }];
      },
    },
  ],
  [
    "barred_call",
    "a folder that may not be listed",
    {
      evidence: ({ judge }) => {
        judge.scored.blocked = [{ call: "os.listdir", count: 1, line: 9 }];
      },
    },
  ],
  [
    "repeated_blocked_call",
    "two attempts at one call and one at another",
    {
      evidence: ({ judge }) => {
        judge.scored.blocked = [
          { call: "os.listdir", count: 1, line: 9 },
          { call: "os.listdir", count: 1, line: 12 },
          { call: "glob.glob", count: 1, line: 14 },
        ];
      },
    },
  ],
];

test.each(similar)("%s says nothing of %s", (rule, _, changes) => {
  expect(diagnose(creditRisk(changes), "en").map((one) => one.rule)).not.toContain(rule);
});

const errorOf = (type: string, message: string): Changes => ({
  evidence: ({ judge }) => {
    judge.scored.exceptions = [raised(type, message)];
  },
});

test.each([
  [
    "ValueError",
    "Labels in y_true and y_pred should be of the same type. Got y_true=['0' '1'] and y_pred=[0 1].",
  ],
  ["ValueError", "Mix of label input types (string and number)"],
  ["ValueError", "pos_label=1 is not a valid label: It should be one of ['0', '1']"],
])("what scikit-learn says of text against numbers is one: %s %s", (type, message) => {
  const found = diagnose(creditRisk(errorOf(type, message)), "en").filter(
    (one) => one.rule === "text_labels",
  );
  expect(found).toMatchObject([{ at: { file, line: 33 } }]);
});

test("a label that is no label of the data is another fault than text against numbers", () => {
  const said = "pos_label=2 is not a valid label: It should be one of [0, 1]";
  const found = diagnose(creditRisk(errorOf("ValueError", said)), "en").map((one) => one.rule);
  expect(found).not.toContain("text_labels");
});

/** Two fits of an encoder of labels on so many rows, which nobody could say were whose. */
const labelEncoders = (rows: (test: number) => readonly [number, number]): Changes => ({
  evidence: ({ judge, labels }) => {
    const encoder = fit(10, "LabelEncoder", "sklearn.preprocessing._label.LabelEncoder", 40, "transformer");
    const fits = rows(labels.test.size).map((count, at) => ({
      ...encoder,
      n: 10 + at,
      shape: [count],
      testShare: null,
      holdoutShare: null,
    }));
    judge.verification!.fits.push(...fits);
  },
});

test("an encoder of labels is told by how many rows it was fitted on, where labels name no rows", () => {
  const twice = diagnose(creditRisk(labelEncoders((testRows) => [4 * testRows, testRows])), "en");
  expect(twice.map((one) => one.rule)).toContain("encoder_fitted_twice");
});

test.each([
  ["the training rows twice", (testRows: number) => [4 * testRows, 4 * testRows] as const],
  [
    "a handful of rows twice",
    (testRows: number) => [Math.ceil(testRows / 4), Math.ceil(testRows / 4)] as const,
  ],
])("an encoder of labels that was fitted on %s was not fitted on the test rows", (_, rows) => {
  const found = diagnose(creditRisk(labelEncoders(rows)), "en");
  expect(found.map((one) => one.rule)).not.toContain("encoder_fitted_twice");
});

test("a model that saw the test rows only where it was scored is told by how many rows it was fitted on", () => {
  const twoFaced = creditRisk({
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
      judge.model!.n = 40;
      judge.scored.fits[1] = { ...judge.scored.fits[1]!, shape: [800, 12] };
    },
  });
  const found = diagnose(twoFaced, "en").filter((one) => one.group === "honesty");
  expect(found).toMatchObject([
    { rule: "test_rows_in_training", at: { file, line: 80 } },
    { rule: "verified_another_fit", at: { file, line: 80 } },
  ]);
  expect(found[0]?.message).toContain("50.0 % of the fixed test rows");
});

test("three lines that try the same call are three attempts at it", () => {
  const evidence = creditRisk({
    evidence: ({ judge }) => {
      judge.scored.blocked = [9, 12, 15].map((line) => ({ call: "os.listdir", count: 1, line }));
    },
  });
  const found = diagnose(evidence, "en").filter((one) => one.rule === "repeated_blocked_call");
  expect(found).toMatchObject([{ message: "os.listdir was refused 3 times.", at: { line: 9 } }]);
});

test("a re-read counts the times that the record left out", () => {
  const evidence = creditRisk({
    evidence: ({ judge }) => {
      judge.scored.opens.push({ n: 100, path: "/tmp/mle_data/data.csv", mode: "read", file, line: 61 });
      judge.scored.repeats = [{ kind: "open", name: "data.csv", file, line: 61, count: 64 }];
    },
  });
  const found = diagnose(evidence, "en").filter((one) => one.rule === "data_reread");
  expect(found).toMatchObject([{ message: "data.csv is read again and again in line 61: 64 times." }]);
});

test("a search counts the fits that the record left out", () => {
  const evidence = creditRisk({
    evidence: (changed) => {
      changed.run = { ...changed.run, status: "timeout" };
      changed.judge.scored.fits = Array.from({ length: 20 }, (_, at) =>
        fit(at + 30, "DecisionTreeClassifier", "sklearn.tree._classes.DecisionTreeClassifier", 50),
      );
      changed.judge.scored.repeats = [
        { kind: "fit", name: "DecisionTreeClassifier.fit", file, line: 50, count: 128 },
      ];
    },
  });
  const found = diagnose(evidence, "en").filter((one) => one.rule === "nested_search");
  expect(found).toMatchObject([{ at: { line: 50 } }]);
  expect(found[0]?.message).toContain("128 times");
});

test("a run that met the memory wall before any fit is told which data it was reading, and where", () => {
  const evidence = creditRisk({
    evidence: (changed) => {
      changed.run = { ...changed.run, status: "out_of_memory" };
      changed.judge.scored.fits = [];
      changed.judge.scored.opens = changed.judge.scored.opens.slice(0, 2);
    },
  });
  const [found] = diagnose(evidence, "en").filter(({ rule }) => rule === "memory_wall");
  expect(found?.message).toBe(
    "The run hit the memory wall of 1000 MB; the last that it worked on was data.csv.",
  );
  expect(found?.at).toEqual({ file, line: 15 });
});

test("a refused writing that the solution caught is seen in the verification run, and told once", () => {
  const refused = raised("PermissionError", "[Errno 30] Read-only file system: 'model.pkl'");
  const evidence = creditRisk({
    evidence: ({ judge }) => {
      judge.verification!.exceptions = [{ ...refused, caught: true }];
      judge.scored.exceptions = [refused];
    },
  });
  const found = diagnose(evidence, "en").filter((one) => one.rule === "write_outside");
  expect(found).toMatchObject([{ at: { file, line: 33 } }]);
});

test.each([
  ["an earlier one saw no test row", "last_fit", 0, false],
  ["an earlier one saw no test row", "holdout_outputs", 0, false],
  ["an earlier one saw them as well", "last_fit", 0.9, true],
] as const)(
  "a fit on test rows that did not answer them is diagnosed where %s: %s",
  (_, how, earlier, diagnosed) => {
    const changed = creditRisk({
      evidence: ({ judge }) => {
        const model = judge.model!;
        Object.assign(model, { how, trainedOn: { ...model.trainedOn, testShare: 0.9 } });
        const trace = judge.verification ?? judge.scored;
        trace.fits = [{ ...fit(10, model.cls, model.cls, 40, "classifier"), testShare: earlier }];
      },
    });
    const found = diagnose(changed, "en").map(({ rule }) => rule);
    expect(found.includes("test_rows_in_training")).toBe(diagnosed);
  },
);
