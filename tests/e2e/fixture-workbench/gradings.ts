/** Gradings of the made-up runs: the grader's first, its newest, and with what is set by hand. */
import { findFlips } from "../../../main/core/comparison/compare.ts";
import { type Override, withOverrides } from "../../../main/core/grading/override.ts";
import type { GradingComparison, GradingSummary } from "../../../preload/contract/grading.ts";
import type { Run, StageResult } from "../../../preload/contract/run.ts";

const isOverridden = (run: Run): boolean =>
  run.stages.some((stage) => stage.checks.some((check) => check.override !== undefined));

/** The run as the grader gave it: what is set by hand goes back to what it gave. */
function own(run: Run): Run & { total: number; rawTotal: number; percent: number } {
  const taken = run.stages
    .flatMap((stage) => stage.checks)
    .flatMap(({ id, override }) =>
      override === undefined ? [] : [{ check: id, points: override.graded, ...override }],
    );
  const numbers = { total: run.total ?? 0, rawTotal: run.rawTotal ?? 0, percent: run.percent ?? 0 };
  const back = withOverrides({ ...run, ...numbers, stages: withoutOverrides(run.stages) }, taken);
  return { ...back, stages: withoutOverrides(back.stages) };
}

const withoutOverrides = (stages: readonly StageResult[]): StageResult[] =>
  stages.map((stage) => ({
    ...stage,
    checks: stage.checks.map((check) => {
      const { override, ...graded } = check;
      return override === undefined ? check : graded;
    }),
  }));

export function overrideIn(run: Run, act: Omit<Override, "at">): Run {
  const at = new Date().toISOString();
  const before = run.stages
    .flatMap((stage) => stage.checks)
    .flatMap(({ id, points, override }) =>
      override === undefined ? [] : [{ check: id, points, ...override }],
    );
  const graded = own(run);
  return { ...run, ...withOverrides(graded, [...before, { ...act, at }]), paths: run.paths };
}

export function fixtureGradings(run: Run): GradingSummary[] {
  if (run.percent === null || run.rawTotal === null || run.total === null) return [];
  const graded = own(run);
  const grader = {
    gradedAt: run.finishedAt ?? run.startedAt,
    kind: "grader" as const,
    complete: run.complete ?? true,
  };
  const all = [
    { ...grader, id: 1, graderVersion: "0.9.0", ...earlier(graded) },
    { ...grader, id: 2, graderVersion: "1.0.0", ...numbersOf(graded) },
    ...(isOverridden(run)
      ? [{ ...grader, id: 3, graderVersion: "1.0.0", kind: "overridden" as const, ...numbersOf(run) }]
      : []),
  ];
  return all.map((one, n) => ({ ...one, current: n === all.length - 1 })).toReversed();
}

const numbersOf = (run: Run) => ({
  total: run.total ?? 0,
  rawTotal: run.rawTotal ?? 0,
  percent: run.percent ?? 0,
});

const earlier = (run: Run) => ({ ...numbersOf(run), percent: Math.max(0, (run.percent ?? 0) - 2.5) });

/** The first grading gave no point for the first check of the third stage. */
const stagesOf = (run: Run, id: number): readonly StageResult[] =>
  id === 3
    ? run.stages
    : own(run).stages.map((stage, n) =>
        id === 1 && n === 2
          ? {
              ...stage,
              checks: stage.checks.map((check, m) =>
                m === 0 ? { ...check, points: 0, status: "failed" as const } : check,
              ),
            }
          : stage,
      );

export function fixtureGradingChanges(run: Run, from: GradingSummary, to: GradingSummary): GradingComparison {
  return {
    from,
    to,
    flips: findFlips({ stages: stagesOf(run, from.id) }, { stages: stagesOf(run, to.id) }),
    gone: from.id === 1 && to.id !== 1 ? run.diagnoses.slice(0, 1) : [],
    come: [],
  };
}

export const fixtureLineage = {
  nodes: [
    { id: "raw", label: "raw data.csv" },
    { id: "clean", label: "cleaned: capped loans, medians by job type" },
    { id: "split", label: "fixed_test_split" },
    { id: "features", label: "features" },
    { id: "model", label: "HistGradientBoostingClassifier" },
    { id: "holdout", label: "holdout.csv" },
    { id: "report", label: "report.json" },
  ],
  edges: [
    { from: "raw", to: "clean" },
    { from: "clean", to: "split" },
    { from: "split", to: "features" },
    { from: "features", to: "model" },
    { from: "holdout", to: "features" },
    { from: "model", to: "report" },
  ],
};
