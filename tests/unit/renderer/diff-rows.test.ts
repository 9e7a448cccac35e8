import { describe, expect, it } from "vitest";
import type { CodeLine } from "../../../preload/contract/comparison.ts";
import { foldSame, pairLines } from "../../../renderer/features/compare/diff-rows.ts";

const same = (n: number): CodeLine => ({ kind: "same", a: n, b: n, text: `line ${n}` });

describe("pairLines", () => {
  it("puts what was removed beside what was added", () => {
    const rows = pairLines([
      { kind: "removed", a: 1, b: null, text: "old" },
      { kind: "removed", a: 2, b: null, text: "older" },
      { kind: "added", a: null, b: 1, text: "new" },
      same(3),
    ]);
    expect(rows.map((row) => [row.a?.text, row.b?.text])).toEqual([
      ["old", "new"],
      ["older", undefined],
      ["line 3", "line 3"],
    ]);
  });
});

describe("foldSame", () => {
  const rows = pairLines([
    ...Array.from({ length: 20 }, (_, i) => same(i + 1)),
    { kind: "added", a: null, b: 21, text: "new" },
  ]);

  it("folds what is equal, but for the lines around a change", () => {
    const folded = foldSame(rows, 3, new Set());
    expect(folded.map((row) => row.kind)).toEqual(["fold", "same", "same", "same", "changed"]);
    expect(folded[0]).toEqual({ kind: "fold", from: 0, count: 17 });
  });

  it("shows what was opened", () => {
    expect(foldSame(rows, 3, new Set([0]))).toHaveLength(21);
  });
});
