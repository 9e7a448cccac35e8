/**
 * Points that people set, laid over a grading. Pure. The grader's own numbers are never lost: they stay in the
 * grading underneath and beside each overridden check.
 */
import type {
  CheckOverride,
  CheckResult,
  CheckStatus,
  StageResult,
} from "../../../preload/contract/index.ts";
import { RAW_TOTAL } from "./pipeline.ts";

/** One act of a person: these points for this check; null gives the check back to the grader. */
export interface Override extends Omit<CheckOverride, "graded"> {
  readonly check: string;
  readonly points: number | null;
}

interface Scores {
  readonly total: number;
  readonly rawTotal: number;
  readonly percent: number;
  readonly stages: readonly StageResult[];
}

const FULL = 100;
/** Points carry two decimals, so six stages may be apart by this much in the raw total without a cap. */
const ROUNDING = 0.1;
/** What is capped for want of a working model is no longer so when a person says that the model has a score. */
const SCORE = "model_training.score";

/** What was not judged has no points to set. */
export const isOpenToPeople = (check: CheckResult): boolean =>
  check.status !== "not_evaluated" && check.status !== "not_applicable";

/** From the least to the most points that a check can have. One that only takes points off has a maximum of 0. */
export const rangeOf = (check: CheckResult): { readonly least: number; readonly most: number } => ({
  least: Math.min(0, check.override?.graded ?? check.points),
  most: check.maximum,
});

/** What holds of a list of acts, oldest first: the last one for each check, where it sets points. */
export function activeOverrides(all: readonly Override[]): readonly Override[] {
  const last = new Map(all.map((one) => [one.check, one]));
  return [...last.values()].filter((one) => one.points !== null);
}

/**
 * The grading with the points that people set. `grading` is the grader's own. What the grading does not judge
 * (a check that a newer grader lacks or could not evaluate) keeps what the grader says; a range that has become
 * narrower cuts what was set. A cap for want of a working model holds unless people give the model a score.
 */
export function withOverrides<G extends Scores>(grading: G, overrides: readonly Override[]): G {
  const set = new Map(activeOverrides(overrides).map((one) => [one.check, one]));
  const stages = grading.stages.map((stage) => stageWith(stage, set));
  const maximum = sumOf(stages, (stage) => stage.maximum);
  if (maximum === 0) return { ...grading, stages };
  const rawOf = (points: number): number => (RAW_TOTAL * points) / maximum;
  const before = rawOf(sumOf(grading.stages, (stage) => stage.points));
  const after = rawOf(sumOf(stages, (stage) => stage.points));
  const isCapped = grading.rawTotal < before - ROUNDING && (set.get(SCORE)?.points ?? 0) <= 0;
  const lost = grading.rawTotal < before - ROUNDING ? 0 : grading.rawTotal - before;
  const rawTotal = isCapped ? Math.min(grading.rawTotal, after) : after + lost;
  return {
    ...grading,
    stages,
    rawTotal: rounded(rawTotal, 2),
    total: rounded(Math.min(FULL, rawTotal), 2),
    percent: rounded((FULL * rawTotal) / RAW_TOTAL, 1),
  };
}

function stageWith(stage: StageResult, set: ReadonlyMap<string, Override>): StageResult {
  const checks = stage.checks.map((check) => checkWith(check, set.get(check.id)));
  const change = checks.reduce((sum, check, n) => sum + check.points - (stage.checks[n]?.points ?? 0), 0);
  return {
    ...stage,
    checks,
    points: rounded(Math.min(Math.max(stage.points + change, 0), stage.maximum), 2),
  };
}

function checkWith(check: CheckResult, override: Override | undefined): CheckResult {
  if (override === undefined || override.points === null || !isOpenToPeople(check)) return check;
  const { least, most } = rangeOf(check);
  const points = Math.min(Math.max(override.points, least), most);
  const { author, reason, at } = override;
  return {
    ...check,
    points,
    status: statusOf(points, check.maximum),
    override: { author, reason, at, graded: check.points },
  };
}

const statusOf = (points: number, maximum: number): CheckStatus =>
  points >= maximum ? "passed" : points <= 0 ? "failed" : "partial";

const sumOf = (stages: readonly StageResult[], of: (stage: StageResult) => number): number =>
  stages.reduce((sum, stage) => sum + of(stage), 0);

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
