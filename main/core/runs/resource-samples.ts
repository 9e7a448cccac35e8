import { ResourceSample } from "../../../preload/contract/index.ts";
import type { RunEvent } from "./run-store.ts";

const samplesMost = 600;

/**
 * What a run used over time, oldest first, thinned to what a picture can show. Of each stretch the sample with the
 * most memory stays, so that a peak is never thinned away.
 */
export function resourceSamples(events: readonly RunEvent[], most = samplesMost): ResourceSample[] {
  const all = events.flatMap((event) => {
    if (event.kind !== "resources") return [];
    const sample = ResourceSample.safeParse(event.data);
    return sample.success ? [sample.data] : [];
  });
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, i) =>
    all
      .slice(Math.floor((i * all.length) / most), Math.floor(((i + 1) * all.length) / most))
      .reduce((highest, sample) => (sample.memoryBytes > highest.memoryBytes ? sample : highest)),
  );
}
