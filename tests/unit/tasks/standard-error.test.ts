import { expect, test } from "vitest";
import { rocAuc } from "../../../main/core/grading/metrics/ranking.ts";
import { rocAucStandardError, standardError } from "../../../main/core/tasks/standard-error.ts";

test("the standard error of the area under the ROC curve is that of a bootstrap over rows", () => {
  const rows = Array.from({ length: 600 }, (_, place) => ({
    isPositive: place % 3 === 0,
    score: ((place * 37) % 101) + (place % 3 === 0 ? 25 : 0),
  }));
  const area = (drawn: Readonly<typeof rows>): number => {
    const labels = drawn.map((row) => (row.isPositive ? "1" : "0"));
    const scores = drawn.map((row) => row.score);
    return rocAuc(labels, scores, "1") ?? 0.5;
  };
  const drawn = standardError(rows, area);
  expect(rocAucStandardError(rows)).toBeGreaterThan(0.9 * drawn);
  expect(rocAucStandardError(rows)).toBeLessThan(1.1 * drawn);
});

test("the standard error of the area of four rows is that of the formula", () => {
  // Each positive ranks above 1 and 1/2 of the negatives, each negative below 1 and 1/2 of the positives.
  const rows = [
    { isPositive: true, score: 4 },
    { isPositive: true, score: 2 },
    { isPositive: false, score: 3 },
    { isPositive: false, score: 1 },
  ];
  expect(rocAucStandardError(rows)).toBeCloseTo(Math.sqrt(0.125 / 2 + 0.125 / 2), 12);
});

test("scores that are all equal, or one row of a class, have no spread", () => {
  const tied = [true, true, false, false].map((isPositive) => ({ isPositive, score: 1 }));
  expect(rocAucStandardError(tied)).toBe(0);
  expect(rocAucStandardError(tied.slice(1))).toBe(0);
});
