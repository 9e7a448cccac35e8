import { expect, test } from "vitest";
import { add, fraction, multiply, rounded, sum, toNumber } from "../../../main/core/grading/fraction.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { spread } from "../../../main/core/grading/spread.ts";
import { mlEngineering } from "../../../pipelines/ml_engineering/pipeline.ts";
import { checks } from "../../../main/core/grading/checks/registry.ts";
import { creditRisk, fit } from "../../fixtures/evidence/credit-risk.ts";

test("the points of every stage sum to 20", () => {
  for (const stage of mlEngineering.stages) {
    expect(
      Object.values(stage.checks).reduce((total, points) => total + points, 0),
      stage.id,
    ).toBe(20);
  }
});

test("pipeline and checks name each other, none more and none less", () => {
  const named = mlEngineering.stages.flatMap((stage) =>
    Object.keys(stage.checks).map((name) => `${stage.id}.${name}`),
  );
  expect(named.toSorted()).toEqual([...checks.keys()].toSorted());
});

test("points of a check that does not apply are spread in exact fractions", () => {
  const inspection = mlEngineering.stages[1]!;
  const worths = spread(inspection.checks, (name) => name !== "privacy");
  expect(worths.get("schema")).toEqual(fraction(80, 17));
  expect(rounded(worths.get("duplicates")!, 2)).toBe(2.35);
  expect(rounded(worths.get("drift")!, 2)).toBe(3.53);
  expect(toNumber(sum([...worths.values()]))).toBe(20);
});

test("fractions are exact and round half away from zero", () => {
  expect(add(fraction(1, 3), fraction(1, 6))).toEqual(fraction(1, 2));
  expect(rounded(multiply(fraction(1, 3), fraction(8)), 2)).toBe(2.67);
  expect([rounded(fraction(1, 200), 2), rounded(fraction(-1, 200), 2)]).toEqual([0.01, -0.01]);
});

test("total saturates at 100 while rawTotal and percent go on", () => {
  const grading = grade(creditRisk({ report: (report) => (report.problem.task_type = "regression") }), "en");
  expect(grading.rawTotal).toBe(116);
  expect(grading.total).toBe(100);
  expect(grading.percent).toBe(96.7);
});

test("a check that is not evaluated leaves the maximum, and the run is incomplete", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.calibration = null;
      },
    }),
    "en",
  );
  expect(grading.stages[3]).toMatchObject({ points: 8, maximum: 8, complete: false });
  expect(grading).toMatchObject({ complete: false, percent: 100, rawTotal: 120 });
});

test("a fault of ours never costs points", () => {
  const grading = grade(
    creditRisk({
      evidence: ({ judge }) => {
        judge.faults = [{ part: "trace", error: "MemoryError" }];
      },
    }),
    "en",
  );
  const check = grading.stages[3]!.checks[0]!;
  expect(check).toMatchObject({ status: "not_evaluated", maximum: 0 });
  expect(check.message).toMatch(/fault of the workbench \(trace: MemoryError\)/);
});

test("a breach of the allowed models holds the stage at 8 and names the cause", () => {
  const grading = grade(
    creditRisk({
      evidence: ({ judge }) => {
        judge.scored.fits.push(fit(50, "MLPClassifier", "sklearn.neural_network._mlp.MLPClassifier", 90));
      },
    }),
    "en",
  );
  const stage = grading.stages[3]!;
  expect(stage.points).toBe(8);
  expect(stage.checks.find((check) => check.id === "model_training.score")).toMatchObject({
    points: 3,
    dominoOf: "model_training.allowed",
  });
});

test("false alarms never take a stage below 0", () => {
  const grading = grade(
    creditRisk({
      report: (report) => {
        report.findings = Array.from({ length: 30 }, () => ({
          field: "job_type",
          issue: "missing",
          rate: 0.5,
        }));
      },
      evidence: ({ judge }) => {
        judge.scored.inspections = [];
      },
    }),
    "en",
  );
  expect(grading.stages[1]!.points).toBe(0);
});

const constant = (id: number) => [id, { label: "0", score: 0.1 }] as const;

test("a model with one answer for all rows is capped at 29 whatever its report says", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.predictions = {
          state: "read",
          faults: [],
          test: new Map([...evidence.labels.test.keys()].map(constant)),
          holdout: new Map([...evidence.labels.holdout.keys()].map(constant)),
        };
      },
    }),
    "en",
  );
  expect(grading).toMatchObject({ rawTotal: 29, total: 29, percent: 24.2 });
  expect(grading.stages[3]!.checks[3]!.message).toMatch(/every hold-out row gets the same prediction/);
  expect(grading.diagnoses.map((one) => one.rule)).toContain("predictions_independent_of_input");
});

test("a report without predictions is capped at 29", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.predictions = { state: "absent", reason: null };
      },
    }),
    "en",
  );
  expect(grading.rawTotal).toBe(29);
});

test("a model that memorised the training rows and gives the majority elsewhere is capped", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        const { predictions } = evidence;
        if (predictions.state === "read") {
          const holdout = new Map(
            [...predictions.holdout.keys()].map((id) => [id, { label: "0", score: id / 1e6 }]),
          );
          evidence.predictions = { ...predictions, holdout };
        }
      },
    }),
    "en",
  );
  expect(grading.rawTotal).toBe(29);
});

test("an honest model under the baseline loses .score only", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.calibration = { ...evidence.calibration!, baseline: 0.95, reference: 0.97 };
      },
    }),
    "en",
  );
  expect(grading.rawTotal).toBe(108);
});

test("a failed run is not capped and fails what needs verification with that reason", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.run = { ...evidence.run, status: "timeout", reason: "120 s" };
        evidence.verification = { state: "not_finished" };
        evidence.probes = { state: "not_finished" };
      },
    }),
    "en",
  );
  const treatments = grading.stages[2]!.checks[0]!;
  expect(treatments).toMatchObject({ points: 0, status: "failed" });
  expect(treatments.message).toMatch(/did not finish \(timeout\)/);
  expect(grading.complete).toBe(true);
});

test("a task without some stages is graded out of the others", () => {
  const grading = grade(
    creditRisk({
      evidence: (evidence) => {
        evidence.task = {
          ...evidence.task,
          stages: ["problem_understanding", "data_inspection", "reporting"],
        };
      },
    }),
    "en",
  );
  expect(grading.stages).toHaveLength(3);
  expect(grading).toMatchObject({ rawTotal: 120, percent: 100 });
});
