import { describe, expect, it } from "vitest";
import { type Domino, dominoForest } from "../../../renderer/features/runs/domino-forest.ts";
import { checkResult } from "../../fixtures/runs/run-document.ts";

const check = (id: string, dominoOf: string | null = null) => checkResult(id, 0, 5, { dominoOf });
/** `cause(fell, fell(deeper))`, as one text. */
const drawn = (dominoes: readonly Domino[]): string =>
  dominoes.map(({ id, fell }) => (fell.length === 0 ? id : `${id}(${drawn(fell)})`)).join(", ");

describe("the dominoes of a run", () => {
  it("are none where nothing fell", () => {
    expect(dominoForest([check("a"), check("b")])).toEqual([]);
  });

  it("stand under their cause in the order of the scorecard", () => {
    expect(drawn(dominoForest([check("b", "a"), check("a"), check("c"), check("d", "a")]))).toBe("a(b, d)");
  });

  it("go on where one that fell pulled another", () => {
    expect(drawn(dominoForest([check("c", "b"), check("b", "a"), check("a")]))).toBe("a(b(c))");
  });

  it("name a cause that is no check of the run", () => {
    const [domino] = dominoForest([check("b", "gone")]);
    expect(domino).toMatchObject({ id: "gone", check: null, fell: [{ id: "b" }] });
  });

  it("end where checks name each other", () => {
    expect(drawn(dominoForest([check("a", "b"), check("b", "a")]))).toBe("b(a)");
  });
});
