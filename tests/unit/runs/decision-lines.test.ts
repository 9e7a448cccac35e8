import { describe, expect, it } from "vitest";
import { DecisionLines } from "../../../main/core/runs/decision-lines.ts";

const entry = { step: "impute", method: "median", rationale: "偏态 skewed" };
const line = JSON.stringify(entry);

describe("decision entries in printed output", () => {
  it("are found however the output is cut", () => {
    const text = `hello\n${line}\n{"step": 1}\n  ${line}\nrest`;
    for (let cut = 1; cut < text.length; cut += 7) {
      const lines = new DecisionLines();
      expect([...lines.add(text.slice(0, cut)), ...lines.add(text.slice(cut))]).toEqual([entry, entry]);
    }
  });

  it("are not taken from lines that are other JSON or none", () => {
    expect(new DecisionLines().add(`{"step": "a"\n[${line}]\nstep: ${line}\n{}\n`)).toEqual([]);
  });

  it("behind a line without end are found again after it", () => {
    const lines = new DecisionLines();
    expect(lines.add("x".repeat(200_000))).toEqual([]);
    expect(lines.add(`tail of it ${line}\n${line}\n`)).toEqual([entry]);
  });
});
