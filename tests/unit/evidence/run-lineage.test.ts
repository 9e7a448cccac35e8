import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawingOf, readRunLineage } from "../../../main/core/evidence/read-run-lineage.ts";
import { readLineage } from "../../../main/core/evidence/read-lineage.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the lineage of a run, to be drawn", () => {
  it("is the one of report.json, as for the grader, else lineage.mmd", async () => {
    const folder = temporaryFolder();
    expect(await readRunLineage(folder)).toEqual({ state: "absent" });
    writeFileSync(join(folder, "lineage.mmd"), "graph TD\n  a[raw] --> b\n");
    expect(await readRunLineage(folder)).toEqual({
      state: "read",
      nodes: [
        { id: "a", label: "raw" },
        { id: "b", label: "b" },
      ],
      edges: [{ from: "a", to: "b" }],
      left: 0,
    });
    writeFileSync(join(folder, "report.json"), JSON.stringify({ lineage: "graph TD\n  x --> y" }));
    expect(await readRunLineage(folder)).toMatchObject({ edges: [{ from: "x", to: "y" }] });
  });

  it("names the line that is no Mermaid", async () => {
    expect(drawingOf(readLineage("graph TD\n  a -> \n"))).toMatchObject({ state: "broken", line: 2 });
  });

  it("is cut where it is too large to draw, and says how much is left", () => {
    const chain = Array.from({ length: 150 }, (_, n) => `n${n} --> n${n + 1}`).join("\n");
    const drawing = drawingOf(readLineage(`graph TD\n${chain}`));
    if (drawing.state !== "read") throw new Error(drawing.state);
    expect([drawing.nodes.length, drawing.edges.length, drawing.left]).toEqual([100, 99, 51]);
  });
});
