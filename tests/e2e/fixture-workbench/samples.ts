/** What a made-up run used over time: ends at the numbers that its document gives. */
import type { ResourceSample, Run } from "../../../preload/contract/run.ts";

export function samplesOf(run: Run): ResourceSample[] {
  const used = run.resources;
  if (used === null) return [];
  const count = Math.max(2, Math.round(used.wallSeconds * 4));
  return Array.from({ length: count }, (_, i) => {
    const share = (i + 1) / count;
    return {
      wallSeconds: used.wallSeconds * share,
      cpuSeconds: used.cpuSeconds * (share - 0.012 * Math.sin(share * 20) ** 2 * (1 - share)),
      memoryBytes:
        used.peakMemoryBytes * Math.min(1, 0.45 + 0.5 * share ** 0.7 + 0.05 * Math.sin(share * 34)),
      outputBytes: Math.round(used.outputBytes * share),
    };
  });
}
