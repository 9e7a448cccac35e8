/** Failures that pull others down. Which ones is data of the pipeline; a check says only that it is a breach. */
import { commonMessages } from "./common-messages.ts";
import { compare, type Fraction, fraction, most, subtract, ZERO } from "./fraction.ts";
import type { Domino, Pipeline } from "./pipeline.ts";
import { pointsOf, type ScoredCheck, type ScoredStage } from "./scored-check.ts";

function pulledTo(check: ScoredCheck, points: Fraction, cause: string): ScoredCheck {
  // What cannot fall further, or was not evaluated, has no cause to name.
  if (check.id === cause || compare(check.points, points) <= 0) {
    return check;
  }
  return {
    ...check,
    points,
    dominoOf: cause,
    notes: [...check.notes, { template: commonMessages.pulledDown, values: { cause } }],
  };
}

/** Takes the excess over the cap off the largest checks first, so that the checks still add up to the stage. */
function capped(stage: ScoredStage, cap: Fraction, cause: string): ScoredStage {
  let excess = most(subtract(pointsOf(stage), cap), ZERO);
  const byPoints = stage.checks.toSorted((a, b) => compare(b.points, a.points)).map((check) => check.id);
  const checks = new Map(stage.checks.map((check) => [check.id, check]));
  for (const id of byPoints) {
    const check = checks.get(id);
    if (check !== undefined && compare(excess, ZERO) > 0) {
      const left = most(subtract(check.points, excess), ZERO);
      excess = subtract(excess, subtract(check.points, left));
      checks.set(id, pulledTo(check, left, cause));
    }
  }
  return { ...stage, checks: [...checks.values()] };
}

function fall(stages: readonly ScoredStage[], domino: Domino): readonly ScoredStage[] {
  const { effect, of } = domino;
  return stages.map((stage) => {
    if (effect.kind === "zero") {
      return {
        ...stage,
        checks: stage.checks.map((check) =>
          effect.checks.includes(check.id) ? pulledTo(check, ZERO, of) : check,
        ),
      };
    }
    if (effect.stage !== stage.id) {
      return stage;
    }
    return effect.kind === "cap_stage"
      ? capped(stage, fraction(effect.points), of)
      : { ...stage, checks: stage.checks.map((check) => pulledTo(check, ZERO, of)) };
  });
}

export function dominoes(stages: readonly ScoredStage[], pipeline: Pipeline): readonly ScoredStage[] {
  const breached = new Set(
    stages.flatMap((stage) =>
      stage.checks.filter((one) => one.verdict.kind === "graded" && one.verdict.breach).map((one) => one.id),
    ),
  );
  return pipeline.dominoes.filter((domino) => breached.has(domino.of)).reduce(fall, stages);
}
