import { expect, test } from "vitest";
import { MAX_REPORT_BYTES, readReport, type ReportReading } from "../../../main/core/evidence/read-report.ts";
import { reportSchema } from "../../fixtures/evidence/credit-risk.ts";

type Read = Extract<ReportReading, { state: "read" }>;

function read(content: string | Buffer): Read {
  const reading = readReport(Buffer.isBuffer(content) ? content : Buffer.from(content), reportSchema);
  if (reading.state !== "read") {
    throw new Error("not read");
  }
  return reading;
}

const good = '{\n  "task_id": "x",\n  "problem": {\n    "task_type": "rule"\n  }\n}';

test("a strict report with indent 2 has no fault", () => {
  expect(read(`${good}\n`)).toMatchObject({ strict: true, faults: [], indented: true, schemaErrors: [] });
});

test.each([
  ["a trailing comma", '{\n  "task_id": "x",\n}', "trailing_comma", 2, 17],
  ["a trailing comma in a list", '{\n  "a": [\n    1,\n  ]\n}', "trailing_comma", 3, 6],
  ["NaN", '{\n  "a": NaN\n}', "not_a_number", 2, 8],
  ["minus infinity", '{"a": -Infinity}', "not_a_number", 1, 7],
  ["a duplicate key", '{\n  "task_id": "x",\n  "task_id": "y"\n}', "duplicate_key", 3, 3],
  ["a duplicate key deep down", '{"a": {"b": [{"c": 1, "c": 2}]}}', "duplicate_key", 1, 23],
  ["a comment", '{\n  // note\n  "a": 1\n}', "comment", 2, 3],
  ["a file cut in a value", '{\n  "task_id": "x",\n  "problem": {', "truncated", 3, 15],
  ["a file cut in a text", '{"task_id": "credit_ri', "truncated", 1, 13],
  ["single quotes", "{'task_id': 'x'}", "syntax", 1, 2],
  ["two values", "{} {}", "syntax", 1, 4],
  ["a list", "[]", "not_an_object", 1, 1],
  ["a bare number", "7", "not_an_object", 1, 1],
] as const)("%s is named with line and column", (_, content, kind, line, column) => {
  const reading = read(content);
  expect(reading.strict).toBe(false);
  expect(reading.faults[0]).toMatchObject({ kind, line, column });
});

test("an empty file is no report", () => {
  expect(read("")).toMatchObject({ strict: false });
  expect(read("").faults).not.toEqual([]);
});

test("a byte order mark is named, and the report still read", () => {
  const reading = read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]));
  expect(reading.faults).toMatchObject([{ kind: "bom" }]);
  expect(reading.view.taskId).toBe("x");
});

test("Latin-1 is named where its first letter stands, and the report still read", () => {
  const reading = read(Buffer.from('{\n  "task_id": "caf\u00e9"\n}', "latin1"));
  expect(reading.faults).toMatchObject([{ kind: "encoding", line: 2, column: 18 }]);
  expect(reading.view.taskId).toBe("caf\u00e9");
});

test("UTF-16 is named, and the report still read", () => {
  const reading = read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, "utf16le")]));
  expect(reading.faults[0]).toMatchObject({ kind: "encoding" });
  expect(reading.view.problem.taskType).toBe("rule");
});

test("ten thousand and two million levels do not crash the reader", () => {
  for (const depth of [10_000, 2_000_000]) {
    expect(read("[".repeat(depth)).faults).toMatchObject([{ kind: "too_deep", line: 1, column: 65 }]);
    expect(read('{"a":'.repeat(depth / 10)).faults[0]).toMatchObject({ kind: "too_deep" });
  }
});

const nested = (levels: number): string => `${'{"a": ['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;

test("what is nested too deeply is left out, and all else of the report is read", () => {
  const reading = read(good.replace('"x"', `"x", "notes": ${nested(200)}, "more": [${nested(80)}, 2]`));
  expect(reading.faults).toMatchObject([{ kind: "too_deep" }]);
  expect(reading.view.problem.taskType).toBe("rule");
});

test("a report that ends within the depths keeps what stands before them", () => {
  const reading = read(good.replace(/\}\s*$/, `, "notes": ${"[".repeat(10_000)}`));
  expect(reading.view.problem.taskType).toBe("rule");
});

test("sixty-four levels are not too deep", () => {
  expect(read(nested(64)).faults).toEqual([]);
});

test("brackets inside of texts are no depth", () => {
  expect(read(good.replace('"x"', `"${"[".repeat(500)}"`)).strict).toBe(true);
});

test("a report over the size bound is not parsed", () => {
  expect(read(Buffer.alloc(MAX_REPORT_BYTES + 1, 32)).faults).toMatchObject([{ kind: "too_large" }]);
});

test("a report that the collector skipped is absent with its reason", () => {
  expect(readReport(null, reportSchema, "over 100 MB")).toMatchObject({
    state: "absent",
    reason: "over 100 MB",
  });
});

test.each([
  ["indent 4", good.replaceAll("  ", "    "), 2],
  ["one line", '{"task_id": "x", "problem": {"task_type": "rule"}}', 1],
  ["a blank line at the end of a line", good.replace('"x",', '"x", '), 2],
])("%s is not indent 2", (_, content, line) => {
  expect(read(content)).toMatchObject({ strict: true, indented: false, indentLine: line });
});

test("numbers as Python writes them and ASCII escapes are no fault of indentation", () => {
  const content =
    '{\n  "task_id": "\\u4fe1\\u8d37",\n  "problem": {\n    "task_type": "x",\n    "p": 1e-05,\n    "q": 1.0,\n    "r": [],\n    "s": {}\n  }\n}';
  expect(read(content)).toMatchObject({ strict: true, indented: true });
  expect(read(content).view.taskId).toBe("信贷");
});

test("what does not fit the schema is named by its path", () => {
  const reading = read('{\n  "task_id": 7\n}');
  expect(reading.schemaErrors.map((error) => error.path)).toEqual(expect.arrayContaining(["", "/task_id"]));
});

test("the tolerant reader gets the rest out of a broken report", () => {
  const reading = read('{\n  "task_id": "x",\n  "metrics": {"statistical": {"f1": NaN, "recall": 0.5,}},\n}');
  expect(reading.view.statistical).toEqual({ recall: 0.5 });
});

test("parts of a wrong type are left out, not met later", () => {
  const reading = read(
    JSON.stringify({
      task_id: 3,
      problem: [],
      findings: "none",
      model: null,
      metrics: { fairness: { g: 5 } },
      failures: {},
    }),
  );
  expect(reading.view).toMatchObject({ taskId: null, findings: [], failures: null });
  expect(reading.view.fairness["g"]).toEqual({ groups: {}, gap: null, problem: null });
});

test("a key named __proto__ answers for nothing", () => {
  const reading = read('{"__proto__": {"task_id": "forged"}, "problem": {"task_type": "x"},}');
  expect(reading.view.taskId).toBeNull();
  expect(({} as Record<string, unknown>)["task_id"]).toBeUndefined();
});

test("of a number that JSON does not know only the number is shown", () => {
  expect(read('{"a": NaN, "b": 1}').faults).toMatchObject([{ kind: "not_a_number", detail: "NaN" }]);
});
