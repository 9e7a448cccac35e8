import { describe, expect, it } from "vitest";
import { compareRuns } from "../../../main/core/comparison/compare.ts";
import { diffCode } from "../../../main/core/comparison/diff-code.ts";
import { Comparison, type Run } from "../../../preload/contract/index.ts";
import { checkResult, runDocument } from "../../fixtures/runs/run-document.ts";

const withChecks = (id: string, checks: Run["stages"][number]["checks"]): Run =>
  runDocument({ id, stages: [{ id: "evaluation", points: 0, maximum: 20, complete: true, checks }] });

describe("two runs side by side", () => {
  it("finds no difference between a run and itself, and is a Comparison document", () => {
    const run = runDocument();
    const comparison = compareRuns(run, run, "a = 1\n", "a = 1\n");
    expect(Comparison.parse(comparison).differences).toEqual([]);
    expect(comparison.flips).toEqual([]);
    expect(comparison.code).toEqual([{ kind: "same", a: 1, b: 1, text: "a = 1" }]);
  });

  it("lists the checks that flipped, the largest difference first", () => {
    const a = withChecks("a", [checkResult("e.x", 5, 5), checkResult("e.y", 1, 5), checkResult("e.z", 2, 2)]);
    const b = withChecks("b", [checkResult("e.x", 4, 5), checkResult("e.y", 5, 5), checkResult("e.z", 2, 2)]);
    expect(compareRuns(a, b, "", "").flips.map(({ id, difference }) => [id, difference])).toEqual([
      ["e.y", 4],
      ["e.x", -1],
    ]);
  });

  it("gives no number to a check that one of the two did not evaluate", () => {
    const a = withChecks("a", [checkResult("e.x", 5, 5)]);
    const b = withChecks("b", [checkResult("e.x", 0, 5, { status: "not_evaluated" })]);
    const comparison = compareRuns(a, b, "", "");
    expect(comparison.flips).toMatchObject([{ id: "e.x", difference: 0 }]);
    expect(comparison.differences).toContainEqual({ what: "checks_not_evaluated", a: "", b: "e.x" });
  });

  it("shows a stage that only one of them has", () => {
    const a = withChecks("a", []);
    const b = runDocument({ id: "b", stages: [] });
    expect(compareRuns(a, b, "", "").stages).toEqual([{ id: "evaluation", a: 0, b: null, maximum: 20 }]);
  });

  it("names every thing that makes it unfair", () => {
    const a = runDocument();
    const b = runDocument({
      variant: 3,
      graderVersion: "2",
      sandbox: { level: "L1", walls: [] },
      language: "zh",
    });
    expect(compareRuns(a, b, "", "").differences.map((d) => d.what)).toEqual([
      "variant",
      "language",
      "grader_version",
      "sandbox_level",
      "wall_clock",
      "memory",
      "cpu",
    ]);
  });
});

describe("code side by side", () => {
  it("numbers the lines of each side", () => {
    expect(diffCode("a\nb\nc\n", "a\nB\nc\nd\n")).toEqual([
      { kind: "same", a: 1, b: 1, text: "a" },
      { kind: "removed", a: 2, b: null, text: "b" },
      { kind: "added", a: null, b: 2, text: "B" },
      { kind: "same", a: 3, b: 3, text: "c" },
      { kind: "added", a: null, b: 4, text: "d" },
    ]);
  });

  it("does not call line endings or a missing last newline a difference", () => {
    expect(diffCode("a\r\nb", "a\nb\n").every((line) => line.kind === "same")).toBe(true);
  });

  it("keeps blank lines", () => {
    expect(diffCode("a\n\nb\n", "a\n\nb\n").map((line) => line.text)).toEqual(["a", "", "b"]);
  });

  it("does not try to match files of more than 5,000 lines", () => {
    const long = "x\n".repeat(5001);
    const kinds = new Set(diffCode(long, "x\n").map((line) => line.kind));
    expect([...kinds]).toEqual(["removed", "added"]);
  });
});
