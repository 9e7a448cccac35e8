/** Sums of CPU time to cores in use: what was spent between two samples over the time between them. */
import type { Point } from "./area-path.ts";

interface CpuSample {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

export function coresInUse(samples: readonly CpuSample[]): readonly Point[] {
  return samples.map((sample, i) => {
    const before = samples[i - 1];
    const wall = sample.wallSeconds - (before?.wallSeconds ?? 0);
    const cpu = sample.cpuSeconds - (before?.cpuSeconds ?? 0);
    return { x: sample.wallSeconds, y: wall > 0 ? Math.max(0, cpu / wall) : 0 };
  });
}
