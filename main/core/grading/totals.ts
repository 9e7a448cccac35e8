/** From stages to the three totals, with the cap for runs without a working model. */
import { divide, type Fraction, fraction, least, multiply, rounded, sum, ZERO } from "./fraction.ts";
import { RAW_TOTAL } from "./pipeline.ts";
import { maximumOf, pointsOf, type ScoredStage } from "./scored-check.ts";

const CAP = 29;
const FULL = 100;

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
