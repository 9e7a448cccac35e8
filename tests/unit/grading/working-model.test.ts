/** Answers that owe nothing to the input, whatever they look like. */
import { expect, test } from "vitest";
import type { Probes } from "../../../main/core/evidence/evidence.ts";
import { diagnose } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { changesAlike, noWorkingModel } from "../../../main/core/grading/working-model.ts";
import { creditRisk, perfectProbes } from "../../fixtures/evidence/credit-risk.ts";

/** A number between 0 and 1 that rests on the row's id and a seed. */
function hashed(id: number, seed: number): number {
  let value = Math.imul(id ^ (seed * 0x9e3779b9), 0x85ebca6b) >>> 0;
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35) >>> 0;
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** A run whose answers to the hold-out are made by `score`. */
const answering = (metric: string, score: (id: number) => number) =>
  creditRisk({
    evidence: (evidence) => {
      evidence.task = { ...evidence.task, primaryMetric: metric };
      if (evidence.predictions.state === "read") {
        const holdout = new Map(
          [...evidence.predictions.holdout.keys()].map((id) => {
            const value = score(id);
            return [id, { label: value > 0.5 ? "1" : "0", score: value }] as const;
          }),
        );
        evidence.predictions = { ...evidence.predictions, holdout };
      }
    },
  });

test.each(["roc_auc", "average_precision"])(
  "scores that are made of row_id are capped by %s, on which side of the trivial model they fall",
  (metric) => {
    const kinds = Array.from(
      { length: 40 },
      (_, seed) => noWorkingModel(answering(metric, (id) => hashed(id, seed + 1)))?.kind ?? "works",
    );
    expect(kinds.filter((kind) => kind === "works").length).toBeLessThanOrEqual(3);
    expect(new Set(kinds)).toContain("chance");
    expect(new Set(kinds)).toContain("trivial");
  },
);

test("a weak model that is clearly above chance is capped by nothing", () => {
  // Every fourth row is positive; a third of the score knows it.
  const weak = answering("roc_auc", (id) => 0.75 * hashed(id, 5) + (id % 4 === 0 ? 0.15 : 0));
  const { accuracy } = grade(weak, "en").engineering;
  expect(accuracy).toBeGreaterThan(0.6);
  expect(accuracy).toBeLessThan(0.75);
  expect(noWorkingModel(weak)).toBeNull();
});

test("the bound of chance is the same each time", () => {
  const [one, other] = [3, 3].map((seed) => noWorkingModel(answering("roc_auc", (id) => hashed(id, seed))));
  expect(one).toEqual(other);
});

const probes = (unrelated: number, ...changes: readonly number[]): Probes => ({
  ...perfectProbes(),
  unrelated: [{ column: "applicant_id", change: unrelated }],
  importance: changes.map((change, at) => ({ column: `c${at}`, change, with: [] })),
});

test("a column of the identifier that moves the answers as much as every feature does decides", () => {
  const evidence = creditRisk({
    evidence: (one) => {
      one.probes = probes(0.33, 0.34, 0.32, 0.335, 0.31);
    },
  });
  const grading = grade(evidence, "en");
  expect(grading.rawTotal).toBe(29);
  expect(grading.stages[3]?.checks.find(({ id }) => id === "model_training.score")?.message).toMatch(
    /do not depend on the input/,
  );
  expect(diagnose(evidence, "en").map(({ rule }) => rule)).toContain("predictions_independent_of_input");
});

test.each([
  ["no identifier moves the answers", probes(0, 0.2, 0.1)],
  ["an identifier is a feature among others", probes(0.3, 0.31, 0.02, 0.1)],
  ["an identifier is the only feature", probes(0.3, 0, 0, 0)],
  ["nothing moves the answers, which says nothing of columns that were not exchanged", probes(0, 0, 0)],
  ["there is no identifier", { ...perfectProbes(), unrelated: [] }],
  ["the run with probes was left out", { state: "skipped" }],
] satisfies readonly (readonly [string, Probes])[])("the probes do not decide where %s", (_, one) => {
  expect(changesAlike(one)).toBe(false);
});
