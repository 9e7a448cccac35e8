import { describe, expect, it } from "vitest";
import { splitDetails } from "../../../renderer/features/runs/compared-rows.ts";

const row = { what: "metric", name: "f1", said: 0.84, measured: 0.79, verdict: "differs" };

describe("what a check compares", () => {
  it("is read from its details, with the difference where both are numbers", () => {
    const { compared } = splitDetails({ compared: [row, { ...row, said: "0.84" }, { ...row, said: null }] });
    expect(compared.map((one) => one.difference)).toEqual([expect.closeTo(0.05), null, null]);
  });

  it("is not shown a second time among the other details", () => {
    expect(splitDetails({ compared: [row], gaps: [], planted: ["x"] }).others).toEqual({ planted: ["x"] });
  });

  it("is read from gradings of earlier versions, too", () => {
    const metrics = [
      { name: "f1", said: 0.84, measured: 0.79, right: false },
      { name: "recall", said: null, measured: 0.5, right: false },
      { name: "precision", said: 0.5, measured: 0.5, right: true },
    ];
    const { compared, others } = splitDetails({ metrics });
    expect(compared.map((one) => [one.what, one.verdict])).toEqual([
      ["metric", "differs"],
      ["metric", "unsaid"],
      ["metric", "agrees"],
    ]);
    expect(others).toEqual({});
  });

  it("leaves details of another shape as they are", () => {
    const details = { compared: "nothing", metrics: [1, { value: 2 }], gaps: [{ column: "gender" }] };
    expect(splitDetails(details)).toEqual({ compared: [], others: details });
  });
});
