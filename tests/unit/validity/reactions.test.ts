import { describe, expect, test } from "vitest";
import type { Grading } from "../../../main/core/grading/grade.ts";
import { reactionsOf } from "../../../scripts/bench/grader/reactions.ts";
import { mean, tally } from "../../../scripts/bench/grader/tally.ts";

type Status = Grading["stages"][number]["checks"][number]["status"];

/** A grading of two checks, each worth 4, and of whatever was diagnosed. */
function grading(
  points: { readonly a: number; readonly b: number },
  options: { readonly statusOfB?: Status; readonly rules?: readonly string[] } = {},
): Grading {
  const check = (id: string, earned: number, status: Status) => ({
    id,
    points: earned,
    maximum: status === "not_evaluated" ? 0 : 4,
    status,
    evidence: [],
    message: "",
    at: null,
    dominoOf: null,
    details: {},
  });
  const value = {
    diagnoses: (options.rules ?? []).map((rule) => ({ rule, group: "", message: "", fix: "", at: null })),
    stages: [
      {
        id: "stage",
        points: 0,
        maximum: 8,
        complete: true,
        checks: [
          check("stage.a", points.a, "passed"),
          check("stage.b", points.b, options.statusOfB ?? "passed"),
        ],
      },
    ],
  };
  return value as unknown as Grading;
}

const options = { rules: ["some_rule"], rerun: false };
const outcomes = (reactions: ReturnType<typeof reactionsOf>) =>
  Object.fromEntries(reactions.map(({ of, outcome }) => [of, outcome]));
const full = grading({ a: 4, b: 4 });

describe("what a mutant's grading says of the grader", () => {
  test("a check that must react and fell is caught; one that must not and stayed is quiet", () => {
    const found = reactionsOf(full, grading({ a: 2, b: 4 }), { must: ["stage.a"] }, options);
    expect(outcomes(found)).toEqual({ "stage.a": "caught", "stage.b": "quiet", some_rule: "quiet" });
  });

  test("a check that must react and stayed is missed; one that fell for nothing is a false alarm", () => {
    const found = reactionsOf(full, grading({ a: 4, b: 3 }), { must: ["stage.a"] }, options);
    expect(outcomes(found)).toMatchObject({ "stage.a": "missed", "stage.b": "false_alarm" });
  });

  test("points that a fault earns are a false alarm, too", () => {
    const found = reactionsOf(grading({ a: 2, b: 4 }), full, { must: [] }, options);
    expect(outcomes(found)).toMatchObject({ "stage.a": "false_alarm" });
  });

  test("a check that must react and rose is missed", () => {
    const found = reactionsOf(grading({ a: 2, b: 4 }), full, { must: ["stage.a"] }, options);
    expect(outcomes(found)).toMatchObject({ "stage.a": "missed" });
  });

  test("a check that may react counts neither way", () => {
    const expected = { must: [], may: ["stage.b"] };
    expect(outcomes(reactionsOf(full, grading({ a: 4, b: 1 }), expected, options))).toEqual({
      "stage.a": "quiet",
      some_rule: "quiet",
    });
  });

  test("a check that was not evaluated, or had nothing to lose, counts neither way", () => {
    const open = grading({ a: 4, b: 0 }, { statusOfB: "not_evaluated" });
    expect(outcomes(reactionsOf(full, open, { must: ["stage.b"] }, options))).not.toHaveProperty("stage.b");
    const empty = grading({ a: 4, b: 0 });
    expect(outcomes(reactionsOf(empty, empty, { must: ["stage.b"] }, options))).not.toHaveProperty("stage.b");
  });

  test("a diagnosis that must be made and is not is missed, one for nothing is a false alarm", () => {
    const made = grading({ a: 4, b: 4 }, { rules: ["some_rule"] });
    const asked = { must: [], diagnoses: ["some_rule"] };
    expect(outcomes(reactionsOf(full, made, asked, options)).some_rule).toBe("caught");
    expect(outcomes(reactionsOf(full, full, asked, options)).some_rule).toBe("missed");
    expect(outcomes(reactionsOf(full, made, { must: [] }, options)).some_rule).toBe("false_alarm");
  });
});

test("precision and recall are shares of what was counted, and the kinds that failed are named", () => {
  const one = (kind: string, outcome: "caught" | "missed" | "false_alarm" | "quiet") => ({
    kind,
    which: "",
    task: "t",
    style: "s",
    reactions: [{ of: "stage.a", isDiagnosis: false, outcome }],
  });
  const judged = [
    ...["x", "x", "x"].map((kind) => one(kind, "caught")),
    one("y", "missed"),
    one("z", "false_alarm"),
    one("w", "quiet"),
  ];
  const { checks, diagnoses } = tally(judged, { checks: ["stage.a"], rules: ["some_rule"] });
  expect(checks).toEqual([
    {
      id: "stage.a",
      concerned: 4,
      caught: 3,
      falseAlarms: 1,
      quiet: 1,
      precision: 0.75,
      recall: 0.75,
      missedKinds: ["y"],
      falseKinds: ["z"],
    },
  ]);
  expect(diagnoses[0]).toMatchObject({ concerned: 0, precision: null, recall: null });
  expect(mean([1, null, 0.5])).toBe(0.75);
});
