import { createHash } from "node:crypto";

/** A permutation of 0 to `n - 1` that depends on `seed` alone. Not the identity where there are two or more. */
export function seededOrder(n: number, seed: string): number[] {
  const next = seededRandom(seed);
  const left = Array.from({ length: n }, (_, place) => place);
  const order: number[] = [];
  while (left.length > 0) {
    // The last one moves into the gap: every draw costs the same.
    const place = Math.floor(next() * left.length);
    const last = left.pop();
    if (last === undefined) break;
    order.push(left[place] ?? last);
    if (place < left.length) left[place] = last;
  }
  if (n > 1 && order.every((value, place) => value === place)) order.reverse();
  return order;
}

/** Numbers in [0, 1) from a text: mulberry32, small, and the same on every machine. */
export function seededRandom(seed: string): () => number {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
