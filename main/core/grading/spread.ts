/**
 * The maximum of each check of a stage. Points of checks that do not apply are spread over the stage's others
 * in proportion, in exact fractions, so that a stage is always worth 20.
 */
import { divide, type Fraction, fraction, multiply, sum } from "./fraction.ts";
import { STAGE_POINTS } from "./pipeline.ts";

export function spread(
  points: Readonly<Record<string, number>>,
  applies: (name: string) => boolean,
): ReadonlyMap<string, Fraction> {
  const applicable = Object.entries(points).filter(([name]) => applies(name));
  const total = sum(applicable.map(([, worth]) => fraction(worth)));
  return new Map(
    applicable.map(([name, worth]) => [
      name,
      worth === 0 ? fraction(0) : divide(multiply(fraction(worth), fraction(STAGE_POINTS)), total),
    ]),
  );
}
