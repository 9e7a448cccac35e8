import { expect, test } from "vitest";
import { diagnose, rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { type Changes, creditRisk, fit } from "../../fixtures/evidence/credit-risk.ts";

const file = "solution.py";
const raised = (type: string, message: string) => ({ type, message, file, line: 33, caught: false });

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
