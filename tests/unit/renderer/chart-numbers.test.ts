import { describe, expect, it } from "vitest";
import { coresInUse } from "../../../renderer/charts/cores-in-use.ts";
import { ticksUpTo } from "../../../renderer/charts/ticks-up-to.ts";

describe("ticksUpTo", () => {
  it.each([
    [20, 4, [0, 5, 10, 15, 20]],
    [2, 4, [0, 0.5, 1, 1.5, 2]],
    [999_997_440, 4, [0, 500_000_000]],
    [11.4, 5, [0, 5, 10]],
    [0.3, 3, [0, 0.1, 0.2, 0.3]],
  ])("goes to %d in about %d round steps", (highest, wanted, ticks) =>
    expect(ticksUpTo(highest, wanted)).toEqual(ticks),
  );

  it("has one place where there is nothing to measure", () => {
    expect(ticksUpTo(0, 4)).toEqual([0]);
    expect(ticksUpTo(Number.NaN, 4)).toEqual([0]);
  });
});

describe("coresInUse", () => {
  it("is the CPU time between two samples over the time between them", () => {
    const samples = [
      { wallSeconds: 0.5, cpuSeconds: 0.25 },
      { wallSeconds: 1, cpuSeconds: 1.25 },
    ];
    expect(coresInUse(samples)).toEqual([
      { x: 0.5, y: 0.5 },
      { x: 1, y: 2 },
    ]);
  });

  it("is nothing where no time went by", () => {
    const sample = { wallSeconds: 1, cpuSeconds: 1 };
    expect(coresInUse([sample, sample]).at(-1)).toEqual({ x: 1, y: 0 });
  });
});
