import { describe, expect, it } from "vitest";
import { areaPath } from "../../../renderer/charts/area-path.ts";

describe("areaPath", () => {
  it("fills the box from left to right", () => {
    const { line } = areaPath(
      [
        { x: 5, y: 0 },
        { x: 10, y: 8 },
      ],
      null,
      100,
      10,
    );
    expect(line).toBe("M0 10L100 2");
  });
  it("shows the wall once the values come near it", () => {
    expect(
      areaPath(
        [
          { x: 0, y: 0 },
          { x: 1, y: 50 },
        ],
        100,
        100,
        105,
      ).wallY,
    ).toBe(5);
  });
  it("leaves the wall out while it is far", () => {
    expect(
      areaPath(
        [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
        100,
        100,
        10,
      ).wallY,
    ).toBeNull();
  });
  it("draws values beyond the wall inside the box", () => {
    expect(
      areaPath(
        [
          { x: 0, y: 0 },
          { x: 1, y: 200 },
        ],
        100,
        100,
        10,
      ).line,
    ).toBe("M0 10L100 0");
  });
  it("draws nothing from nothing and no NaN from equal values", () => {
    expect(areaPath([], 1, 100, 10).line).toBe("");
    expect(
      areaPath(
        [
          { x: 1, y: 0 },
          { x: 1, y: 0 },
        ],
        null,
        100,
        10,
      ).line,
    ).toBe("M0 10L0 10");
  });
  it("keeps the last of many points", () => {
    const points = Array.from({ length: 5000 }, (_, i) => ({ x: i, y: i }));
    expect(areaPath(points, null, 100, 10).line.endsWith("L100 2")).toBe(true);
  });
});
