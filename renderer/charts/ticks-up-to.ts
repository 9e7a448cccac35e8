/** Round places on an axis from 0: steps of 1, 2 or 5 times a power of ten, at most about `wanted` of them. */
export function ticksUpTo(highest: number, wanted: number): number[] {
  if (!(highest > 0)) return [0];
  const rough = highest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.floor(highest / step + 1e-9);
  // Products and not sums, so that 3 * 0.1 does not become 0.30000000000000004 further along.
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
