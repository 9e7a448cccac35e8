/**
 * The engineering score S = 0.6 A + 0.3 R + 0.1 P. R is gated by quality: without the gate a cheap bad model
 * wins. All values are 0 to 1.
 */
export interface Usage {
  readonly peakMemoryBytes: number;
  readonly cpuSeconds: number;
}

export interface WallsOfUse {
  readonly memoryBytes: number;
  readonly cpuCores: number;
  readonly timeoutSeconds: number;
}

/** Up to this share of the larger wall a run is as efficient as it can be. */
const FREE_SHARE = 0.25;

const cut = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export function gate(a: number, baseline: number, reference: number): number {
  return reference <= baseline ? 0 : cut((a - baseline) / (reference - baseline), 0, 1);
}

/** 1 up to a quarter of the walls, falling linearly with the larger share to 0 at the wall. */
export function thrift(usage: Usage, walls: WallsOfUse): number {
  const share = Math.max(
    usage.peakMemoryBytes / walls.memoryBytes,
    usage.cpuSeconds / (walls.cpuCores * walls.timeoutSeconds),
  );
  return cut((1 - share) / (1 - FREE_SHARE), 0, 1);
}

export const score = (a: number, r: number, p: number): number => 0.6 * a + 0.3 * r + 0.1 * p;

/** Share of `.score` that S earns, 0 to 1: quality must show, so it is held under g / 0.9. */
export function scoreShare(values: {
  readonly s: number;
  readonly g: number;
  readonly baseline: number;
  readonly referenceScore: number;
}): number {
  const floor = 0.6 * values.baseline + 0.1;
  const earned = cut((values.s - floor) / (values.referenceScore - floor), 0, 1);
  return Math.min(earned, cut(values.g / 0.9, 0, 1));
}
