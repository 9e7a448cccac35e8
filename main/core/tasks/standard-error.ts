import { seededRandom } from "./seeded-order.ts";

const resamples = 1000;
/** With more rows each resample says nearly the same; fewer are enough. */
const manyRows = 20_000;
const resamplesOfMany = 200;

/** Standard error of a score over rows, by a bootstrap that is the same every time. */
export function standardError<Row>(rows: readonly Row[], score: (rows: readonly Row[]) => number): number {
  const next = seededRandom(`${rows.length} rows`);
  const draw = (): Row[] =>
    rows.map(() => {
      const row = rows[Math.floor(next() * rows.length)];
      if (row === undefined) throw new RangeError("drawn outside the rows");
      return row;
    });
  const count = rows.length > manyRows ? resamplesOfMany : resamples;
  const scores = Array.from({ length: count }, () => score(draw()));
  const mean = scores.reduce((total, one) => total + one, 0) / count;
  const squares = scores.reduce((total, one) => total + (one - mean) ** 2, 0);
  return Math.sqrt(squares / (count - 1));
}

/**
 * Standard error of the area under the ROC curve in closed form (DeLong, DeLong and Clarke-Pearson 1988): the spread
 * of each row's share of rows of the other class that it ranks rightly. A bootstrap would sort 200,000 rows a thousand
 * times. 0 where a class has fewer than two rows.
 */
export function rocAucStandardError(
  rows: readonly { readonly isPositive: boolean; readonly score: number }[],
): number {
  const positives = rows.filter((row) => row.isPositive).map((row) => row.score);
  const negatives = rows.filter((row) => !row.isPositive).map((row) => row.score);
  if (positives.length < 2 || negatives.length < 2) return 0;
  const ofPositives = placements(positives, negatives);
  const ofNegatives = placements(negatives, positives);
  return Math.sqrt(variance(ofPositives) / positives.length + variance(ofNegatives) / negatives.length);
}

/** For each value the share of the others that lie below it; ties count half. */
function placements(values: readonly number[], others: readonly number[]): number[] {
  const sorted = Float64Array.from(others).toSorted();
  return values.map((value) => {
    const below = firstAt(sorted, (other) => other >= value);
    const upTo = firstAt(sorted, (other) => other > value);
    return (below + upTo) / 2 / sorted.length;
  });
}

/** The first place of a sorted list where the question is answered with yes; its length where it never is. */
function firstAt(sorted: Float64Array, isReached: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(sorted[middle] ?? Number.POSITIVE_INFINITY)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1);
}
