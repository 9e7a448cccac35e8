import { describe, expect, it } from "vitest";
import { resourceSamples } from "../../../main/core/runs/resource-samples.ts";
import type { RunEvent } from "../../../main/core/runs/run-store.ts";

const sample = (wallSeconds: number, memoryBytes: number) => ({
  wallSeconds,
  cpuSeconds: wallSeconds,
  memoryBytes,
  outputBytes: 0,
});
const event = (kind: RunEvent["kind"], data: Readonly<Record<string, unknown>>): RunEvent => ({
  at: "2026-01-01T00:00:00.000Z",
  kind,
  data,
});

describe("resourceSamples", () => {
  it("takes the samples among a run's events, in their order", () => {
    const events = [
      event("phase", { phase: "scored_run" }),
      event("resources", sample(0.25, 5)),
      event("decision", { step: "load" }),
      event("resources", sample(0.5, 7)),
    ];
    expect(resourceSamples(events)).toEqual([sample(0.25, 5), sample(0.5, 7)]);
  });

  it("passes over a sample that an older version wrote otherwise", () => {
    expect(resourceSamples([event("resources", { seconds: 1 })])).toEqual([]);
  });

  it("keeps the peak when it thins", () => {
    const events = Array.from({ length: 1000 }, (_, i) =>
      event("resources", sample(i / 4, i === 501 ? 900 : 100)),
    );
    const thinned = resourceSamples(events, 10);
    expect(thinned).toHaveLength(10);
    expect(thinned.map((one) => one.memoryBytes)).toContain(900);
  });
});
