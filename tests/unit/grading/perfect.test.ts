import { expect, test } from "vitest";
import { grade } from "../../../main/core/grading/grade.ts";
import { creditRisk } from "../../fixtures/evidence/credit-risk.ts";

test("a perfect solution gets exactly 100 percent, 120 raw and 20 in every stage", () => {
  const grading = grade(creditRisk(), "en");
  const lost = grading.stages.flatMap((stage) =>
    stage.checks
      .filter((check) => check.points !== check.maximum)
      .map((check) => `${check.id}: ${check.message}`),
  );
  expect(lost).toEqual([]);
  expect(grading.percent).toBe(100);
  expect(grading.rawTotal).toBe(120);
  expect(grading.total).toBe(100);
  expect(grading.complete).toBe(true);
  expect(grading.stages.map((stage) => [stage.points, stage.maximum])).toEqual(
    Array.from({ length: 6 }, () => [20, 20]),
  );
});

test("a perfect solution gives no diagnosis", () => {
  expect(grade(creditRisk(), "en").diagnoses).toEqual([]);
});

test("the same evidence gives the same grading twice", () => {
  const evidence = creditRisk();
  expect(JSON.stringify(grade(evidence, "zh"))).toBe(JSON.stringify(grade(evidence, "zh")));
});

test("the language changes sentences and nothing else", () => {
  const evidence = creditRisk({ report: (report) => report.findings.pop() });
  const points = (language: "en" | "zh") =>
    grade(evidence, language).stages.map((stage) =>
      stage.checks.map((check) => [check.id, check.points, check.status]),
    );
  expect(points("en")).toEqual(points("zh"));
});

test("no sentence of a card is left with an unfilled hole", () => {
  for (const language of ["en", "zh"] as const) {
    const text = JSON.stringify(
      grade(creditRisk(), language).stages.map((stage) => stage.checks.map((check) => check.message)),
    );
    expect(text).not.toMatch(/\{[a-zA-Z]\w*\}/);
  }
});
