import { seededRandom } from "./seeded-order.ts";

const resamples = 1000;

/** Standard error of a score over rows, by a bootstrap that is the same every time. */
export function standardError<Row>(rows: readonly Row[], score: (rows: readonly Row[]) => number): number {
  const next = seededRandom(`${rows.length} rows`);
  const draw = (): Row[] =>
    rows.map(() => {
      const row = rows[Math.floor(next() * rows.length)];
      if (row === undefined) throw new RangeError("drawn outside the rows");
      return row;
    });
  const scores = Array.from({ length: resamples }, () => score(draw()));
  const mean = scores.reduce((total, one) => total + one, 0) / resamples;
  const squares = scores.reduce((total, one) => total + (one - mean) ** 2, 0);
  return Math.sqrt(squares / (resamples - 1));
}
