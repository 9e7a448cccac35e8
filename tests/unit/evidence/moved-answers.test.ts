import { describe, expect, it } from "vitest";
import { movedAnswers } from "../../../main/core/evidence/moved-answers.ts";
import type { ProbePlan } from "../../../main/core/evidence/probe-plan.ts";
import type { Prediction } from "../../../main/core/evidence/read-predictions.ts";

const BASES = [1, 2, 3, 4, 5];
/** A feature of two values: exchanged among equal ones it is the same row. */
const featureOf = (row: number): number => row % 2;
const identifierOf = (row: number): number => row * 7919;

const pairs = (first: number): ProbePlan["noisy"] => BASES.map((base, at) => [first + at, base]);
const plan: ProbePlan = {
  schema: 1,
  place: "added",
  noisy: [],
  permuted: { plan: pairs(100) },
  unrelated: { customer: pairs(200) },
  words: {},
  unprobed: [],
};

type Model = (row: {
  readonly feature: number;
  readonly identifier: number;
  readonly place: number;
}) => number;

/** Answers of a model to all ordinary and probe rows; each probe row has one value of the next base. */
function answersOf(model: Model): ReadonlyMap<number, Prediction> {
  const next = (at: number): number => BASES[(at + 1) % BASES.length] ?? 0;
  const rows = [
    ...BASES.map((base) => ({ id: base, feature: featureOf(base), identifier: identifierOf(base) })),
    ...BASES.map((base, at) => ({
      id: 100 + at,
      feature: featureOf(next(at)),
      identifier: identifierOf(base),
    })),
    ...BASES.map((base, at) => ({
      id: 200 + at,
      feature: featureOf(base),
      identifier: identifierOf(next(at)),
    })),
  ];
  return new Map(
    rows.map((row, place) => [row.id, { label: "0", score: model({ ...row, place }) } satisfies Prediction]),
  );
}

const moved = (model: Model) => {
  const answers = answersOf(model);
  return movedAnswers(plan, { answers, before: answers, scored: answers });
};

describe("the answers that moved with a column", () => {
  it("are none where the model makes no use of it", () => {
    expect(moved(({ feature }) => feature / 3)).toEqual({
      asScored: 1,
      still: 0.8,
      unrelated: [{ column: "customer", share: 0, joined: 0 }],
    });
  });

  it("are all where the model was given it, however little it says", () => {
    const { unrelated } = moved(({ feature, identifier }) => feature / 3 + identifier * 1e-8);
    // The first row has the feature of the last as well, so its value makes one row of the other.
    expect(unrelated).toEqual([{ column: "customer", share: 1, joined: 0.2 }]);
  });

  it("are those of another row where rows are joined by it", () => {
    const { unrelated } = moved(({ identifier }) => identifier / 1e5);
    expect(unrelated).toEqual([{ column: "customer", share: 1, joined: 1 }]);
  });

  it("are all, of every column, where answers depend on the place of a row", () => {
    const { still, unrelated } = moved(({ feature, place }) => feature / 3 + place / 100);
    expect([still, unrelated[0]?.share]).toEqual([1, 1]);
  });

  it("are known to be those of another model where the ordinary rows are answered in another way", () => {
    const answers = answersOf(({ feature }) => feature / 3);
    const scored = answersOf(({ feature, identifier }) => feature / 3 + identifier * 1e-6);
    expect(movedAnswers(plan, { answers, before: answers, scored }).asScored).toBe(0);
  });

  it("count labels where there are no scores", () => {
    const answers = new Map<number, Prediction>(
      [...answersOf(() => 0).keys()].map((id) => [id, { label: id < 203 ? "a" : "b", score: null }]),
    );
    expect(movedAnswers(plan, { answers, before: answers, scored: answers }).unrelated).toEqual([
      { column: "customer", share: 0.4, joined: 0 },
    ]);
  });
});
