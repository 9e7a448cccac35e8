/** What is worked out of every row: once for the same answers, anew for others. */
import { expect, test } from "vitest";
import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import { oncePerAnswers } from "../../../main/core/grading/once-per-answers.ts";
import { creditRisk } from "../../fixtures/evidence/credit-risk.ts";

const counted = () => {
  const asked: Evidence[] = [];
  return { asked, of: oncePerAnswers((evidence) => asked.push(evidence)) };
};

test("the same answers beside another report are not worked out again", () => {
  const { asked, of } = counted();
  const evidence = creditRisk();
  const report = { ...evidence.report, state: "absent" as const };
  expect([of(evidence), of({ ...evidence }), of({ ...evidence, report } as Evidence)]).toEqual([1, 1, 1]);
  expect(asked).toEqual([evidence]);
});

test.each<[string, (evidence: Evidence) => Partial<Evidence>]>([
  ["answers", ({ predictions }) => ({ predictions: { ...predictions } })],
  ["labels", ({ labels }) => ({ labels: { ...labels } })],
  ["data", ({ data }) => ({ data: data && { ...data } })],
  ["a run that ended otherwise", ({ run }) => ({ run: { ...run, status: "failed" } })],
  ["probes", () => ({ probes: { state: "skipped" } })],
  ["a verification that was left out", () => ({ verification: { state: "skipped" } })],
])("other %s: worked out anew", (_, changed) => {
  const { asked, of } = counted();
  const evidence = creditRisk();
  of(evidence);
  expect(of({ ...evidence, ...changed(evidence) })).toBe(2);
  expect(asked).toHaveLength(2);
});
