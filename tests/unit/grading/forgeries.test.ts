/** Code that reaches for the recorder, or leaves gaps in what it writes, earns nothing with what it made up. */
import { expect, test } from "vitest";
import { grade } from "../../../main/core/grading/grade.ts";
import { type Changes, creditRisk } from "../../fixtures/evidence/credit-risk.ts";

type Judge = Parameters<NonNullable<Changes["evidence"]>>[0]["judge"];

function points(check: string, change: (judge: Judge) => void): number {
  const graded = grade(creditRisk({ evidence: ({ judge }) => change(judge) }), "en");
  const found = graded.stages.flatMap((stage) => stage.checks).find((one) => one.id === check);
  if (found === undefined) throw new Error(`${check} was not graded`);
  return found.points;
}

const search = (judge: Judge): void => {
  judge.static.evasions.push({ what: "gc.get_objects", file: "solution.py", line: 3 });
};
const gap = (judge: Judge): void => {
  judge.scored.gaps = 1;
};
const without = (judge: Judge, name: string): void => {
  judge.static.calls = judge.static.calls.filter((call) => !call.name.endsWith(name));
};

test.each([
  ["objects of the process are searched", search],
  ["the numbers of the record have a gap", gap],
])("%s: a look-up of the limits that the code does not name is none", (_, sign) => {
  const forged = points("model_training.constraints_checked", (judge) => {
    sign(judge);
    without(judge, "limits");
  });
  expect(forged).toBe(0);
});

test.each([
  ["objects of the process are searched", search],
  ["the numbers of the record have a gap", gap],
])("%s: an opened brief that the code does not name was not opened", (_, sign) => {
  const forged = points("problem_understanding.brief_first", (judge) => {
    sign(judge);
    judge.static.files = judge.static.files.filter((one) => one.name !== "README.md");
  });
  expect(forged).toBe(0);
});

test("what the code names is claimed where the recorder was searched for, and counts half", () => {
  expect(points("model_training.constraints_checked", search)).toBe(1.5);
  expect(points("problem_understanding.brief_first", search)).toBe(1);
});

test("who only frees memory keeps the trust in the record", () => {
  const kept = points("model_training.constraints_checked", (judge) => {
    judge.static.evasions.push({ what: "gc", file: "solution.py", line: 3 });
  });
  expect(kept).toBe(3);
});
