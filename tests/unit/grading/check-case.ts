/** A case of one check: what is changed in the perfect evidence, and what the check then says. */
import { expect, test } from "vitest";
import type { CheckResult } from "../../../preload/contract/run.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { type Changes, creditRisk } from "../../fixtures/evidence/credit-risk.ts";

export interface CheckCase extends Changes {
  readonly name: string;
  readonly points: number;
  readonly says?: RegExp;
  readonly dominoOf?: string;
  readonly status?: CheckResult["status"];
}

export function resultOf(id: string, changes: Changes, language: "en" | "zh" = "en"): CheckResult {
  const found = grade(creditRisk(changes), language)
    .stages.flatMap((stage) => stage.checks)
    .find((check) => check.id === id);
  if (found === undefined) {
    throw new Error(`no check ${id}`);
  }
  return found;
}

export function casesOf(id: string, cases: readonly CheckCase[]): void {
  for (const one of cases) {
    test(`${id}: ${one.name} gives ${one.points}`, () => {
      const result = resultOf(id, one);
      expect(result.points, result.message).toBe(one.points);
      expect(result.message).not.toMatch(/\{[a-zA-Z]\w*\}/);
      if (one.says !== undefined) {
        expect(result.message).toMatch(one.says);
      }
      if (one.status !== undefined) {
        expect(result.status).toBe(one.status);
      }
      expect(result.dominoOf).toBe(one.dominoOf ?? null);
      expect(resultOf(id, one, "zh").message).toMatch(/\p{Script=Han}/u);
    });
  }
}
