/** Values that scikit-learn 1.2.2 gives for the same input. */
import { expect, test } from "vitest";
import { accuracy, f1, macro, precision, recall } from "../../../main/core/grading/metrics/classes.ts";
import { mae, mape, median, r2, rmse } from "../../../main/core/grading/metrics/quantities.ts";
import { byChance } from "../../../main/core/grading/metrics/chance.ts";
import { averagePrecision, logLoss, rocAuc } from "../../../main/core/grading/metrics/ranking.ts";

const truth = ["1", "0", "1", "1", "0", "0", "1", "0"];
const predicted = ["1", "0", "0", "1", "1", "0", "1", "0"];

test("class metrics of a hand-counted confusion", () => {
  expect(accuracy(truth, predicted)).toBe(0.75);
  expect(precision(truth, predicted, "1")).toBe(0.75);
  expect(recall(truth, predicted, "1")).toBe(0.75);
  expect(f1(truth, predicted, "1")).toBe(0.75);
});

test("no predicted positive makes precision and F1 zero, not undefined", () => {
  expect(precision(["1", "0"], ["0", "0"], "1")).toBe(0);
  expect(f1(["1", "0"], ["0", "0"], "1")).toBe(0);
});

test("a missing prediction counts as wrong", () => {
  expect(accuracy(["1", "0"], ["1", null])).toBe(0.5);
  expect(recall(["1", "1"], ["1", null], "1")).toBe(0.5);
});

test("macro F1 is the plain mean over classes", () => {
  const a = ["a", "a", "b", "b", "c", "c"];
  const b = ["a", "a", "b", "c", "c", "a"];
  expect(macro(f1, a, b)).toBeCloseTo((0.8 + 2 / 3 + 0.5) / 3, 12);
});

test("ROC AUC: the example of scikit-learn's own page, ties, and one class only", () => {
  expect(rocAuc(["0", "0", "1", "1"], [0.1, 0.4, 0.35, 0.8], "1")).toBe(0.75);
  expect(rocAuc(["0", "1", "0", "1"], [0.5, 0.5, 0.5, 0.5], "1")).toBe(0.5);
  expect(rocAuc(["1", "1"], [0.1, 0.2], "1")).toBeNull();
});

test("average precision: the example of scikit-learn's own page", () => {
  expect(averagePrecision(["0", "0", "1", "1"], [0.1, 0.4, 0.35, 0.8], "1")).toBeCloseTo(0.8333333, 6);
  expect(averagePrecision(["0"], [0.1], "1")).toBeNull();
});

test("log loss of two rows", () => {
  expect(logLoss(["1", "0"], [0.9, 0.2], "1")).toBeCloseTo(0.1642520335, 9);
});

test("errors of quantities", () => {
  const real = [3, -0.5, 2, 7];
  const guess = [2.5, 0, 2, 8];
  expect(mae(real, guess)).toBe(0.5);
  expect(rmse(real, guess)).toBeCloseTo(Math.sqrt(0.375), 12);
  expect(r2(real, guess)).toBeCloseTo(0.9486081370449679, 12);
  expect(mape(real, guess)).toBeCloseTo(0.3273809523809524, 12);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("rows whose truth is 0 are left out of the relative error", () => {
  expect(mape([0, 10], [5, 9])).toBeCloseTo(0.1, 12);
});

test("scores at random pass the bound of chance in one of forty dealings: for ROC AUC two standard errors above a half", () => {
  const isPositive = Array.from({ length: 400 }, (_, at) => at % 4 === 0);
  const scores = Array.from({ length: 400 }, (_, at) => at);
  // Mann and Whitney: sqrt((n + 1) / (12 x 100 x 300)) = 0.0334.
  const error = Math.sqrt(401 / (12 * 100 * 300));
  expect(byChance("roc_auc", scores, isPositive)).toBeGreaterThan(0.5 + 1.5 * error);
  expect(byChance("roc_auc", scores, isPositive)).toBeLessThan(0.5 + 2.5 * error);
});

test("where all scores tie, chance reaches the trivial model's value and no more", () => {
  const isPositive = Array.from({ length: 40 }, (_, at) => at % 4 === 0);
  const scores = isPositive.map(() => 0.5);
  expect(byChance("roc_auc", scores, isPositive)).toBe(0.5);
  expect(byChance("average_precision", scores, isPositive)).toBe(0.25);
});

test("one positive row among four stands at the top by chance in a quarter of the dealings", () => {
  expect(byChance("average_precision", [0.9, 0.5, 0.4, 0.1], [true, false, false, false])).toBe(1);
  expect(byChance("roc_auc", [0.9, 0.5, 0.5, 0.1], [true, false, false, false])).toBe(1);
});
