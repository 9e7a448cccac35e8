/** From stages to the three totals, and the cap for runs without a working model. */
import type { Evidence } from "../evidence/evidence.ts";
import { divide, type Fraction, fraction, least, multiply, rounded, sum, ZERO } from "./fraction.ts";
import { RAW_TOTAL } from "./pipeline.ts";
import { isConstant, measuredA, trivialA } from "./primary.ts";
import { maximumOf, pointsOf, type ScoredStage } from "./scored-check.ts";
import type { Note } from "./text.ts";

const CAP = 29;
const FULL = 100;

export const capMessages = {
  absent: {
    en: "No working model: there are no predictions of the hold-out, so rawTotal is at most 29.",
    zh: "没有可用的模型：没有留出集的预测，rawTotal 最多 29。",
  },
  constant: {
    en: "No working model: every hold-out row gets the same prediction, so rawTotal is at most 29.",
    zh: "没有可用的模型：留出集每行的预测都相同，rawTotal 最多 29。",
  },
  trivial: {
    en: "No working model: {a} on the hold-out is not above the trivial model's {trivial}, so rawTotal is at most 29.",
    zh: "没有可用的模型：留出集得分 {a} 不高于平凡模型的 {trivial}，rawTotal 最多 29。",
  },
} as const;

/** Why a finished run has no working model; null where it has one or the evidence cannot decide. */
export function noWorkingModel(evidence: Evidence): Note | null {
  const { task, run } = evidence;
  if (!task.stages.includes("model_training") || run.status !== "finished" || task.primaryMetric === null) {
    return null;
  }
  const a = measuredA(evidence);
  if (a === null) {
    return { template: capMessages.absent, values: {} };
  }
  if (isConstant(evidence.predictions)) {
    return { template: capMessages.constant, values: {} };
  }
  const trivial = trivialA(evidence);
  return a <= trivial ? { template: capMessages.trivial, values: { a, trivial } } : null;
}

export interface Totals {
  readonly rawTotal: number;
  /** min(100, rawTotal): the source's number. It saturates, so it is for display. */
  readonly total: number;
  /** To one decimal: what references, gates and rankings use. */
  readonly percent: number;
}

export function totalsOf(stages: readonly ScoredStage[], isCapped: boolean): Totals {
  const maximum = sum(stages.map(maximumOf));
  const share: Fraction = maximum.numerator === 0n ? ZERO : divide(sum(stages.map(pointsOf)), maximum);
  const uncapped = multiply(share, fraction(RAW_TOTAL));
  const raw = isCapped ? least(uncapped, fraction(CAP)) : uncapped;
  return {
    rawTotal: rounded(raw, 2),
    total: rounded(least(raw, fraction(FULL)), 2),
    // The cap holds for the ranking number, too: both say the same share.
    percent: rounded(divide(multiply(raw, fraction(FULL)), fraction(RAW_TOTAL)), 1),
  };
}
