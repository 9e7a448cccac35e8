import { describe, expect, it } from "vitest";
import { formatRoute } from "../../../renderer/app/router.ts";
import { cellRoute, pathOf, placeRoute } from "../../../renderer/features/runs/place-route.ts";

describe("a place", () => {
  it("of code opens that file at that line in the code tab", () => {
    expect(formatRoute(placeRoute("r1", { file: "features.py", line: 12 }))).toBe(
      "#/runs/r1?tab=code&file=features.py&line=12",
    );
  });

  it.each(["report.json", "lineage.mmd", "predictions.csv", "requirements.txt"])(
    "of %s opens it among the artifacts",
    (file) => {
      expect(formatRoute(placeRoute("r1", { file, line: 3 }))).toBe(
        `#/runs/r1?tab=artifacts&file=${file}&line=3`,
      );
    },
  );

  it("in the data opens the row, and the column whatever it is called", () => {
    const cell = { file: "data.csv", row_id: 0, column: "a & b=c" };
    expect(formatRoute(cellRoute("r1", cell))).toBe(
      "#/runs/r1?tab=data&file=data.csv&row=0&column=a+%26+b%3Dc",
    );
  });
});

describe("the path of a place", () => {
  it("is the file of that path before one of that name in a folder", () => {
    expect(pathOf("prep.py", ["lib/prep.py", "prep.py"])).toBe("prep.py");
    expect(pathOf("lib/prep.py", ["lib/prep.py", "prep.py"])).toBe("lib/prep.py");
  });
  it("is the first of that name where places name no folder", () => {
    expect(pathOf("prep.py", ["solution.py", "lib/prep.py"])).toBe("lib/prep.py");
  });
  it("is none where the solution has no such file", () => {
    expect(pathOf("pandas.py", ["solution.py"])).toBeNull();
  });
});
