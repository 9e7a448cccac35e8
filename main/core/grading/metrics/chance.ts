/** How far an order of rows that knows nothing of them comes by luck. */
import { ratio } from "./confusion.ts";

/** Of so many dealings the best five are left above the bound: one in forty comes further. */
const DEALINGS = 200;
const LUCKY = 40;

/** A fixed sequence: the same evidence must give the same bound. */
function* draws(): Generator<number, never> {
  let state = 20_251_103;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Which tie each row is in, and how many rows are in each, the highest score first. */
function tiesOf(scores: readonly number[]): {
  readonly tieOf: Uint32Array;
  readonly sizes: readonly number[];
} {
  const order = scores.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const tieOf = new Uint32Array(scores.length);
  const sizes: number[] = [];
  let last: number | null = null;
  for (const row of order) {
    const score = scores[row] ?? 0;
    if (score !== last) sizes.push(0);
    last = score;
    tieOf[row] = sizes.length - 1;
    sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
  }
  return { tieOf, sizes };
}

type Ranked = (sizes: readonly number[], positives: Uint32Array, all: number) => number;

/** Of ties from the highest on, with so many positive rows in each and so many in all. */
const RANKED: Readonly<Record<"roc_auc" | "average_precision", Ranked>> = {
  roc_auc: (sizes, positives, all) => {
    const rows = sizes.reduce((sum, size) => sum + size, 0);
    let [below, won] = [rows - all, 0];
    for (const [tie, size] of sizes.entries()) {
      const hits = positives[tie] ?? 0;
      below -= size - hits;
      won += hits * (below + (size - hits) / 2);
    }
    return ratio(won, all * (rows - all));
  },
  average_precision: (sizes, positives, all) => {
    let [seen, found, area] = [0, 0, 0];
    for (const [tie, size] of sizes.entries()) {
      const hits = positives[tie] ?? 0;
      seen += size;
      found += hits;
      area += (found / seen) * hits;
    }
    return ratio(area, all);
  },
};

/** Metrics that rest on the order of the rows alone. */
export const isRanking = (name: string): name is keyof typeof RANKED => Object.hasOwn(RANKED, name);

/** The value that the same scores pass once in forty times, dealt to the rows at random. */
export function byChance(
  name: keyof typeof RANKED,
  scores: readonly number[],
  isPositive: readonly boolean[],
): number {
  const { tieOf, sizes } = tiesOf(scores);
  const all = isPositive.filter(Boolean).length;
  const sequence = draws();
  const rows = Uint32Array.from(scores, (_, at) => at);
  const reached: number[] = [];
  for (let dealing = 0; dealing < DEALINGS; dealing += 1) {
    const positives = new Uint32Array(sizes.length);
    for (let at = 0; at < all; at += 1) {
      const other = at + Math.floor(sequence.next().value * (rows.length - at));
      const row = rows[other] ?? 0;
      rows[other] = rows[at] ?? 0;
      rows[at] = row;
      const tie = tieOf[row] ?? 0;
      positives[tie] = (positives[tie] ?? 0) + 1;
    }
    reached.push(RANKED[name](sizes, positives, all));
  }
  return reached.toSorted((a, b) => b - a)[DEALINGS / LUCKY] ?? 1;
}
