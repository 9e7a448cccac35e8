import { describe, expect, it } from "vitest";
import { layLineageOut, linesOf } from "../../../renderer/features/runs/lineage-layout.ts";

const lineage = {
  nodes: [
    { id: "raw", label: "raw" },
    { id: "clean", label: "cleaned" },
    { id: "model", label: "" },
  ],
  edges: [
    { from: "raw", to: "clean" },
    { from: "clean", to: "model" },
    { from: "raw", to: "model" },
  ],
};

describe("the drawing of a lineage", () => {
  it("puts each box below those that lead to it, apart from each other and within the picture", () => {
    const { boxes, width, height } = layLineageOut(lineage);
    const [raw, clean, model] = boxes;
    if (raw === undefined || clean === undefined || model === undefined)
      throw new Error("Three boxes were asked for.");
    expect(clean.y).toBeGreaterThan(raw.y + raw.height);
    expect(model.y).toBeGreaterThan(clean.y + clean.height);
    for (const { x, y, width: wide, height: high } of boxes) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(y + high).toBeLessThanOrEqual(height);
    }
  });

  it("draws an arrow for each edge, and names a box without a label by its id", () => {
    const drawing = layLineageOut(lineage);
    expect(drawing.arrows).toHaveLength(3);
    expect(drawing.boxes[2]?.lines).toEqual(["model"]);
  });

  it("takes names that mean something to JavaScript, circles, and arrows to nowhere", () => {
    const nodes = ["__proto__", "constructor", "toString"].map((id) => ({ id, label: id }));
    const edges = [
      { from: "__proto__", to: "constructor" },
      { from: "constructor", to: "__proto__" },
      { from: "toString", to: "toString" },
      { from: "toString", to: "gone" },
    ];
    const drawing = layLineageOut({ nodes, edges });
    expect(drawing.boxes.map(({ id }) => id)).toEqual(["__proto__", "constructor", "toString"]);
    expect(drawing.arrows).toHaveLength(3);
    expect(drawing.boxes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  it("breaks long labels between words, cuts a long word, and ends after three lines", () => {
    expect(linesOf("cleaned: capped loans, medians by job type")).toEqual([
      "cleaned: capped loans, medians",
      "by job type",
    ]);
    expect(linesOf("x".repeat(40))).toEqual([`${"x".repeat(31)}…`]);
    expect(linesOf("one two three four five ".repeat(8))).toHaveLength(3);
  });
});
