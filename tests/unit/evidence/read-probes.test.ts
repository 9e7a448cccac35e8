import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { ProbePlan } from "../../../main/core/evidence/probe-plan.ts";
import { correlation, readProbes as read } from "../../../main/core/evidence/read-probes.ts";
import type { Prediction } from "../../../main/core/evidence/read-predictions.ts";

/** What a plan leaves out is empty, and the scored run is asked of altered rows alone. */
function readProbes(given: {
  readonly plan: z.input<typeof ProbePlan>;
  readonly answers: ReadonlyMap<number, Prediction>;
  readonly scored?: ReadonlyMap<number, Prediction>;
  readonly labels: ReadonlyMap<number, string>;
  readonly columns: Readonly<Record<string, readonly string[]>>;
}): ReturnType<typeof read> {
  return read({
    scored: new Map(),
    ended: { status: "failed", reason: "exit code 1" },
    ...given,
    plan: ProbePlan.parse(given.plan),
  });
}

const answer = (label: string, score: number | null = null): Prediction => ({ label, score });

describe("the answers to probe rows", () => {
  it("pair each noisy copy with the answer to its own row and the label that only the harness has", () => {
    const probes = readProbes({
      plan: {
        schema: 1,
        noisy: [
          [101, 1],
          [102, 2],
        ],
        permuted: {},
      },
      answers: new Map([
        [1, answer("1", 0.9)],
        [2, answer("0", 0.2)],
        [101, answer("0", 0.4)],
        [102, answer("0", 0.3)],
      ]),
      labels: new Map([
        [1, "1"],
        [2, "0"],
      ]),
      columns: {},
    });
    expect(probes).toEqual({
      state: "done",
      pairs: [
        { truth: "1", clean: "1", noisy: "0", cleanScore: 0.9, noisyScore: 0.4 },
        { truth: "0", clean: "0", noisy: "0", cleanScore: 0.2, noisyScore: 0.3 },
      ],
      importance: [],
      unrelated: [],
      moved: { asScored: 0, still: null, unrelated: [] },
      unprobed: [],
    });
  });

  it("of rows that were altered in place are compared with those of the scored run", () => {
    const probes = readProbes({
      plan: {
        schema: 1,
        place: "in_place",
        noisy: [[1, 1]],
        permuted: { price: [[2, 2]] },
        unprobed: ["date"],
      },
      answers: new Map([
        [1, answer("11")],
        [2, answer("25")],
      ]),
      scored: new Map([
        [1, answer("10")],
        [2, answer("20")],
      ]),
      labels: new Map([[1, "12"]]),
      columns: {},
    });
    expect(probes).toMatchObject({
      pairs: [{ truth: "12", clean: "10", noisy: "11" }],
      importance: [{ column: "price", change: 5 }],
      unprobed: ["date"],
    });
  });

  it("weigh a word by the share of the texts that hold it", () => {
    const probes = readProbes({
      plan: {
        schema: 1,
        noisy: [],
        permuted: {},
        words: { rare: { share: 0.1, pairs: [[11, 1]] }, usual: { share: 0.5, pairs: [[12, 1]] } },
      },
      answers: new Map([
        [1, { label: "a", score: null, classScores: [0.9, 0.1] }],
        [11, { label: "b", score: null, classScores: [0.1, 0.9] }],
        [12, { label: "a", score: null, classScores: [0.5, 0.5] }],
      ]),
      labels: new Map(),
      columns: {},
    });
    if (probes.state !== "done") throw new Error("not done");
    expect(probes.importance.map(({ column }) => column)).toEqual(["usual", "rare"]);
    expect(probes.importance[0]?.change).toBeCloseTo(0.2, 12);
    expect(probes.importance[1]?.change).toBeCloseTo(0.08, 12);
  });

  it("say what changed with an identifier apart from the importance of columns", () => {
    const probes = readProbes({
      plan: { schema: 1, noisy: [], permuted: {}, unrelated: { customer: [[11, 1]] } },
      answers: new Map([
        [1, answer("0", 0.2)],
        [11, answer("0", 0.5)],
      ]),
      labels: new Map(),
      columns: {},
    });
    if (probes.state !== "done") throw new Error("not done");
    expect(probes.importance).toEqual([]);
    expect(probes.unrelated[0]).toMatchObject({ column: "customer" });
    expect(probes.unrelated[0]?.change).toBeCloseTo(0.3, 12);
  });

  it("order the columns by the mean absolute change of the score", () => {
    const probes = readProbes({
      plan: {
        schema: 1,
        noisy: [],
        permuted: {
          age: [[11, 1]],
          income: [
            [12, 1],
            [13, 2],
          ],
        },
      },
      answers: new Map([
        [1, answer("0", 0.1)],
        [2, answer("0", 0.2)],
        [11, answer("0", 0.15)],
        [12, answer("0", 0.5)],
        [13, answer("0", 0.4)],
      ]),
      labels: new Map(),
      columns: { age: [], income: [] },
    });
    if (probes.state !== "done") throw new Error("not done");
    expect(probes.importance.map(({ column }) => column)).toEqual(["income", "age"]);
    expect(probes.importance[0]?.change).toBeCloseTo(0.3, 12);
  });

  it("count changed labels where there is no score and the label is no number", () => {
    const probes = readProbes({
      plan: {
        schema: 1,
        noisy: [],
        permuted: {
          text: [
            [11, 1],
            [12, 2],
          ],
        },
      },
      answers: new Map([
        [1, answer("a")],
        [2, answer("b")],
        [11, answer("b")],
        [12, answer("b")],
      ]),
      labels: new Map(),
      columns: {},
    });
    expect(probes).toMatchObject({ importance: [{ column: "text", change: 0.5 }] });
  });

  it("name the columns that stand for one another", () => {
    const rising = Array.from({ length: 20 }, (_, i) => String(i));
    const probes = readProbes({
      plan: { schema: 1, noisy: [], permuted: { a: [[11, 1]], b: [[12, 1]], c: [[13, 1]] } },
      answers: new Map([
        [1, answer("0", 0)],
        [11, answer("0", 0.3)],
        [12, answer("0", 0.2)],
        [13, answer("0", 0.1)],
      ]),
      labels: new Map(),
      columns: {
        a: rising,
        b: rising.map((x) => String(-2 * Number(x))),
        c: rising.map((_, i) => String((i * 7) % 5)),
      },
    });
    expect(probes).toMatchObject({
      importance: [
        { column: "a", with: ["b"] },
        { column: "b", with: ["a"] },
        { column: "c", with: [] },
      ],
    });
  });

  it("are no evidence when more than one in a hundred is missing", () => {
    const plan = { schema: 1 as const, noisy: [[101, 1] as [number, number]], permuted: {} };
    expect(
      readProbes({ plan, answers: new Map([[1, answer("0")]]), labels: new Map([[1, "0"]]), columns: {} }),
    ).toEqual({
      state: "unanswered",
      answered: 0,
      asked: 1,
      ended: { status: "failed", reason: "exit code 1" },
    });
  });
});

describe("correlation of two raw columns", () => {
  it("passes over rows where either is empty or text", () => {
    const a = ["1", "2", "x", "", "3", "4", "5", "6", "7", "8", "9", "10"];
    const b = ["2", "4", "5", "6", "6", "8", "10", "12", "14", "16", "18", "20"];
    expect(correlation(a, b)).toBeCloseTo(1, 12);
  });

  it("is not known for a constant or for fewer than ten rows", () => {
    expect(correlation(["1", "2"], ["1", "2"])).toBeNull();
    expect(
      correlation(
        Array(12).fill("3"),
        Array.from({ length: 12 }, (_, i) => String(i)),
      ),
    ).toBeNull();
  });
});
