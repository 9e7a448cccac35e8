import { expect, test } from "vitest";
import { readLineage } from "../../../main/core/evidence/read-lineage.ts";

function edges(text: string): string[] {
  const reading = readLineage(text);
  return reading.state === "read" ? reading.edges.map(([from, to]) => `${from}>${to}`) : [];
}

test.each([
  ["a chain", "graph LR\n  raw --> cleaned --> model", ["raw>cleaned", "cleaned>model"]],
  ["labels and shapes", 'flowchart TD\nA["raw (csv)"] --> B[(cleaned)]\nB --> C{{features}}', ["A>B", "B>C"]],
  [
    "texts on links",
    "graph LR\nA -->|drops| B\nB -- fits --> C\nC -. uses .-> D\nD == saves ==> E",
    ["A>B", "B>C", "C>D", "D>E"],
  ],
  ["ampersands", "graph LR\nA & B --> C", ["A>C", "B>C"]],
  [
    "semicolons, comments, subgraphs and styles",
    "graph LR;\n%% note\nsubgraph one\nA-->B;B-->C\nend\nstyle A fill:#fff",
    ["A>B", "B>C"],
  ],
  ["names with hyphens", "graph LR\nraw-data-->cleaned.data", ["raw-data>cleaned.data"]],
  ["Chinese names", "graph LR\n原始数据 --> 清洗 --> 报告", ["原始数据>清洗", "清洗>报告"]],
  ["a fenced block", "```mermaid\ngraph LR\nA --> B\n```", ["A>B"]],
])("%s is read", (_, text, wanted) => {
  expect(edges(text)).toEqual(wanted);
});

test.each([
  ["no header", "A --> B", 1, 1],
  ["a sentence", "graph LR\nfirst we clean the data", 2, 7],
  ["a link without an end", "graph LR\nA -->", 2, 6],
  ["a label that is not closed", "graph LR\n  A[raw --> B", 2, 4],
  ["the second statement of a line", "graph LR; A --> B; B ->", 1, 22],
  ["a line of a fenced block", "```mermaid\ngraph LR\nfirst we clean\n```", 3, 7],
])("%s does not parse, and where is said", (_, text, line, column) => {
  expect(readLineage(text)).toMatchObject({ state: "broken", line, column });
});

test("nothing is absent", () => {
  expect(readLineage(null)).toEqual({ state: "absent" });
  expect(readLineage("  \n")).toEqual({ state: "absent" });
});

test("hostile text is bounded and ends", () => {
  expect(readLineage(`graph LR\n${"A-->".repeat(100_000)}`).state).not.toBe("absent");
  expect(readLineage(`graph LR\nA${" --".repeat(50_000)}`).state).toBe("broken");
  expect(readLineage(`graph LR\n${"&".repeat(100_000)}`).state).toBe("broken");
  const wide = `graph LR\n${"A & ".repeat(3_000)}B --> ${"C & ".repeat(3_000)}D`;
  const reading = readLineage(wide);
  expect(reading.state === "read" ? reading.edges.length : 0).toBeLessThanOrEqual(2_000);
});
