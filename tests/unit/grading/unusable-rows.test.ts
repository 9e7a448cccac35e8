/** What rows of the hold-out without a usable answer cost: what a plain model would lose there. */
import { expect, test } from "vitest";
import { grade } from "../../../main/core/grading/grade.ts";
import { compute, type ScoredRow } from "../../../main/core/grading/metrics/compute.ts";
import { scaledMetric } from "../../../main/core/grading/metrics/scaled.ts";
import { measuredA } from "../../../main/core/grading/primary.ts";
import { noWorkingModel } from "../../../main/core/grading/working-model.ts";
import { type Changes, creditRisk } from "../../fixtures/evidence/credit-risk.ts";

const row = (truth: string, label: string | null, score: number | null = null): ScoredRow => ({
  truth,
  prediction: label === null ? null : { label, score },
});

test("ROC AUC of labels alone ranks by the labels: ties count half", () => {
  const rows = [row("1", "1"), row("1", "0"), row("0", "0"), row("0", "0")];
  // The named positive wins twice, the other one ties twice.
  expect(compute("roc_auc", rows, "1")).toBe(0.75);
});

test("a row without a score ranks with the highest or the lowest, by its label", () => {
  const rows = [row("1", "1", 0.8), row("1", "1"), row("0", "0", 0.3), row("0", "0"), row("0", "0", 0.9)];
  // 0.9 beats 0.8 and ties with the positive that has no score: 1 - (1 + 0.5) / 6.
  expect(compute("roc_auc", rows, "1")).toBeCloseTo(0.75, 12);
});

test("a row without an answer ranks lowest: a lost positive costs its pairs, and no more", () => {
  const rows = [row("1", "1", 0.8), row("1", null), row("0", "0", 0.3), row("0", "0", 0.2)];
  // One positive wins both pairs; the lost one loses to 0.3 and ties with 0.2.
  expect(compute("roc_auc", rows, "1")).toBeCloseTo(2.5 / 4, 12);
  expect(compute("average_precision", rows, "1")).toBeCloseTo(0.5 * 1 + 0.5 * (2 / 4), 12);
});

test("a quantity that is not there is answered by the median of the true values", () => {
  const rows = [row("1", "1"), row("2", null), row("9", "8")];
  expect(compute("mae", rows, null)).toBeCloseTo(1 / 3, 12);
});

test("on the scale of the median two of three rows keep two thirds of what they earned", () => {
  const rows = ["0", "10", "20", "0", "10", "20"].map((truth, at) => ({
    ...row(truth, at === 0 || at === 5 ? null : truth),
    lastWeek: null,
  }));
  // Errors of the median are 10, 0, 10, 10, 0, 10; two of the four tens are left.
  expect(scaledMetric(rows, { name: "mae", scale: "median", positive: null })).toBe(0.5);
});

test("on the scale of last week a row without an answer has last week's error", () => {
  const rows = [
    { ...row("10", "10"), lastWeek: 14 },
    { ...row("10", null), lastWeek: 12 },
  ];
  expect(scaledMetric(rows, { name: "mae", scale: "last_week", positive: null })).toBeCloseTo(1 - 1 / 3, 12);
});

const byMetric = (metric: string, left: (id: number) => boolean, scores = true): Changes => ({
  evidence: (evidence) => {
    evidence.task = { ...evidence.task, primaryMetric: metric };
    if (evidence.predictions.state === "read") {
      const holdout = new Map(
        [...evidence.predictions.holdout].flatMap(([id, one]) =>
          left(id) ? [] : [[id, scores ? one : { ...one, score: null }] as const],
        ),
      );
      evidence.predictions = { ...evidence.predictions, holdout };
    }
  },
});

const none = (): boolean => false;
const third = (id: number): boolean => id % 3 === 0;

test.each(["roc_auc", "average_precision", "f1", "accuracy"])(
  "%s: one row without an answer costs a sliver of A and caps nothing",
  (metric) => {
    const whole = measuredA(creditRisk(byMetric(metric, none))) ?? 0;
    const lost = creditRisk(byMetric(metric, (id) => id === 10_004));
    expect(measuredA(lost)).toBeLessThan(whole);
    expect(measuredA(lost)).toBeGreaterThan(whole - 0.02);
    expect(noWorkingModel(lost)).toBeNull();
  },
);

test.each(["roc_auc", "average_precision", "f1", "accuracy"])(
  "%s: a third of the rows without an answer costs more than a tenth of A and caps nothing",
  (metric) => {
    const whole = measuredA(creditRisk(byMetric(metric, none))) ?? 0;
    const lost = creditRisk(byMetric(metric, third));
    expect(measuredA(lost)).toBeLessThan(0.9 * whole);
    expect(measuredA(lost)).toBeGreaterThan(0.5 * whole);
    expect(noWorkingModel(lost)).toBeNull();
    expect(grade(lost, "en").rawTotal).toBeGreaterThan(90);
  },
);

test.each(["roc_auc", "average_precision"])("%s: a column of scores that is empty is no fault", (metric) => {
  const evidence = creditRisk(byMetric(metric, none, false));
  expect(measuredA(evidence)).toBeGreaterThan(0.8);
  expect(noWorkingModel(evidence)).toBeNull();
});

test("ten answers among four hundred rows are no working model", () => {
  const few = creditRisk(byMetric("f1", (id) => id % 40 !== 8));
  expect(noWorkingModel(few)).toMatchObject({ kind: "trivial" });
});
