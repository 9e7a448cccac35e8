/** A check with its points, exact, while dominoes and floors still move them. */
import type { StageId } from "../../../preload/contract/run.ts";
import type { Verdict } from "./check.ts";
import { type Fraction, sum } from "./fraction.ts";
import type { Note } from "./text.ts";

export interface ScoredCheck {
  readonly id: string;
  readonly verdict: Verdict;
  /** What the check is worth; 0 where it does not apply. */
  readonly worth: Fraction;
  /** Part of the worth that could be evaluated. */
  readonly maximum: Fraction;
  readonly points: Fraction;
  readonly dominoOf: string | null;
  readonly notes: readonly Note[];
}

export interface ScoredStage {
  readonly id: StageId;
  readonly checks: readonly ScoredCheck[];
}

export const pointsOf = (stage: ScoredStage): Fraction => sum(stage.checks.map((check) => check.points));
export const maximumOf = (stage: ScoredStage): Fraction => sum(stage.checks.map((check) => check.maximum));
