import { expect, test } from "vitest";
import { gate, score, scoreShare, thrift } from "../../../main/core/grading/engineering.ts";

const walls = { memoryBytes: 2e9, cpuCores: 2, timeoutSeconds: 120 };
const range = { baseline: 0.75, reference: 0.87 };

/** S of a model that reaches `auc` in so many GB, with reproducible predictions. */
function s(auc: number, gigabytes: number): number {
  const g = gate(auc, range.baseline, range.reference);
  return score(auc, g * thrift({ peakMemoryBytes: gigabytes * 1e9, cpuSeconds: 1 }, walls), 1);
}

test("0.85 AUC in 1 GB of 2 GB beats 0.87 AUC in 2 GB", () => {
  expect(s(0.85, 1)).toBeGreaterThan(s(0.87, 2));
});

test("0.75 in 0.2 GB beats neither", () => {
  expect(s(0.75, 0.2)).toBeLessThan(s(0.85, 1));
  expect(s(0.75, 0.2)).toBeLessThan(s(0.87, 2));
});

const at = (share: number): number => thrift({ peakMemoryBytes: share * 2e9, cpuSeconds: 0 }, walls);

test("thrift is 1 up to a quarter of the wall, 0 at the wall, linear between", () => {
  expect([at(0), at(0.25), at(0.625), at(1), at(1.2)]).toEqual([1, 1, 0.5, 0, 0]);
});

test("the larger share decides, and the CPU wall is cores times time", () => {
  expect(thrift({ peakMemoryBytes: 0.1e9, cpuSeconds: 150 }, walls)).toBe(0.5);
});

test("the gate is cut to 0..1 and closed where reference and baseline meet", () => {
  expect(
    [gate(0.7, 0.75, 0.87), gate(0.81, 0.75, 0.87), gate(0.95, 0.75, 0.87)].map((g) => Math.round(g * 100)),
  ).toEqual([0, 50, 100]);
  expect(gate(0.9, 0.8, 0.8)).toBe(0);
});

test("quality must show: a share of .score is held under g / 0.9", () => {
  const cheap = scoreShare({ s: 0.9, g: 0.09, baseline: 0.75, referenceScore: 0.92 });
  expect(cheap).toBeCloseTo(0.1, 12);
});

test("a model at the baseline earns nothing, the reference everything", () => {
  expect(scoreShare({ s: 0.6 * 0.75 + 0.1, g: 0, baseline: 0.75, referenceScore: 0.92 })).toBe(0);
  expect(scoreShare({ s: 0.92, g: 1, baseline: 0.75, referenceScore: 0.92 })).toBe(1);
});
