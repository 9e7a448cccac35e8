import { expect, test } from "vitest";
import { grade } from "../../../main/core/grading/grade.ts";
import { rubricOf } from "../../../main/core/grading/rubric.ts";
import { creditRisk, manifest } from "../../fixtures/evidence/credit-risk.ts";

test("the rubric shown before a run is worth what a perfect run gets", () => {
  const shown = rubricOf(manifest, "en").flatMap((stage) =>
    stage.checks.map((check) => [check.id, check.points]),
  );
  const got = grade(creditRisk(), "en")
    .stages.flatMap((stage) => stage.checks)
    .filter((check) => check.status !== "not_applicable")
    .map((check) => [check.id, check.points]);
  expect(shown).toEqual(got);
});

test("titles are in the language that was asked for", () => {
  const titles = rubricOf(manifest, "zh").flatMap((stage) => stage.checks.map((check) => check.title));
  expect(titles.filter((title) => !/\p{Script=Han}/u.test(title))).toEqual([]);
});

test("stages that the task does not exercise are absent", () => {
  expect(rubricOf({ ...manifest, stages: ["reporting"] }, "en").map((stage) => stage.stage)).toEqual([
    "reporting",
  ]);
});
