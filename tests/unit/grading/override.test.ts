import { describe, expect, it } from "vitest";
import { activeOverrides, type Override, withOverrides } from "../../../main/core/grading/override.ts";
import { requireOverridable } from "../../../main/core/grading/require-overridable.ts";
import type { StageResult } from "../../../preload/contract/index.ts";
import { checkResult } from "../../fixtures/runs/run-document.ts";

const stages: readonly StageResult[] = [
  {
    id: "model_training",
    points: 8,
    maximum: 20,
    complete: true,
    checks: [checkResult("model_training.allowed", 8, 8), checkResult("model_training.score", 0, 12)],
  },
  {
    id: "data_inspection",
    points: 17,
    maximum: 20,
    complete: true,
    checks: [
      checkResult("data_inspection.missing", 20, 20),
      checkResult("data_inspection.false_alarms", -3, 0, { status: "failed" }),
      checkResult("data_inspection.drift", 0, 0, { status: "not_evaluated" }),
    ],
  },
];
const graded = { total: 75, rawTotal: 75, percent: 62.5, stages };

const set = (check: string, points: number | null, more: Partial<Override> = {}): Override => ({
  check,
  points,
  author: "Ada",
  reason: "seen",
  at: "2026-01-01T00:00:00.000Z",
  ...more,
});
const checkOf = (of: { readonly stages: readonly StageResult[] }, id: string) =>
  of.stages.flatMap((stage) => stage.checks).find((check) => check.id === id);

describe("points that people set", () => {
  it("move the check, its stage and all totals by as much, and keep what the grader gave", () => {
    const shown = withOverrides(graded, [set("model_training.score", 6)]);
    expect(checkOf(shown, "model_training.score")).toMatchObject({
      points: 6,
      status: "partial",
      override: { author: "Ada", reason: "seen", at: "2026-01-01T00:00:00.000Z", graded: 0 },
    });
    expect(shown.stages[0]?.points).toBe(14);
    expect([shown.rawTotal, shown.total, shown.percent]).toEqual([93, 93, 77.5]);
    expect(checkOf(graded, "model_training.score")?.points).toBe(0);
  });

  it("leave everything else as the grader gave it", () => {
    const shown = withOverrides(graded, [set("model_training.score", 6)]);
    expect(shown.stages[1]).toEqual(stages[1]);
    expect(withOverrides(graded, [])).toEqual(graded);
  });

  it("hold as the last act says: a later one replaces, and null gives the check back", () => {
    const acts = [
      set("model_training.score", 6),
      set("data_inspection.missing", 1),
      set("model_training.score", 12, { author: "Grace" }),
      set("data_inspection.missing", null),
    ];
    expect(activeOverrides(acts)).toEqual([acts[2]]);
    const shown = withOverrides(graded, acts);
    expect(checkOf(shown, "model_training.score")).toMatchObject({
      points: 12,
      override: { author: "Grace", graded: 0 },
    });
    expect(checkOf(shown, "data_inspection.missing")?.override).toBeUndefined();
  });

  it("never lift the total over 100 nor the stage over its maximum", () => {
    const shown = withOverrides(graded, [
      set("model_training.score", 12),
      set("data_inspection.false_alarms", 0),
    ]);
    expect([shown.rawTotal, shown.total, shown.percent]).toEqual([120, 100, 100]);
  });

  it("leave a cap for want of a working model, unless they give the model a score", () => {
    const capped = { ...graded, total: 29, rawTotal: 29, percent: 24.2 };
    expect(withOverrides(capped, [set("data_inspection.false_alarms", 0)])).toMatchObject({ rawTotal: 29 });
    expect(withOverrides(capped, [set("data_inspection.missing", 0)])).toMatchObject({ rawTotal: 24 });
    expect(withOverrides(capped, [set("model_training.score", 12)])).toMatchObject({ rawTotal: 111 });
  });

  it("are cut to a range that has become narrower, and left where the check was not judged", () => {
    expect(
      checkOf(withOverrides(graded, [set("model_training.score", 40)]), "model_training.score")?.points,
    ).toBe(12);
    expect(withOverrides(graded, [set("data_inspection.drift", 3)])).toEqual(graded);
  });
});

describe("an override is refused", () => {
  it.each([
    ["a check that the run lacks", set("data_inspection.nothing", 1), "not_found"],
    ["more points than the check has", set("model_training.score", 12.01), "usage"],
    ["fewer points than nothing", set("model_training.score", -1), "usage"],
    ["a bonus for a check that only takes off", set("data_inspection.false_alarms", 1), "usage"],
    ["a check that was not judged", set("data_inspection.drift", 0), "conflict"],
    ["taking back what nobody set", set("model_training.score", null), "conflict"],
  ])("for %s", (_name, override, code) => {
    expect(() => requireOverridable(stages, override)).toThrow(expect.objectContaining({ code }));
  });

  it("not for less off from a check that takes off, nor for taking back what was set", () => {
    expect(() => requireOverridable(stages, set("data_inspection.false_alarms", -1))).not.toThrow();
    const shown = withOverrides(graded, [set("model_training.score", 6)]);
    expect(() => requireOverridable(shown.stages, set("model_training.score", null))).not.toThrow();
  });
});
