import { expect, test } from "vitest";
import {
  normaliseLabel,
  type PredictionsReading,
  readPredictions,
} from "../../../main/core/evidence/read-predictions.ts";

const wanted = { test: new Set([1, 2]), holdout: new Set([11, 12]) };
type Read = Extract<PredictionsReading, { state: "read" }>;

function read(text: string, numeric = false): Read {
  const reading = readPredictions(Buffer.from(text), wanted, { numeric });
  if (reading.state !== "read") {
    throw new Error("absent");
  }
  return reading;
}

const header = "row_id,split,prediction,score\n";
const whole = `${header}1,test,0,0.1\n2,test,1,0.9\n11,holdout,0,0.2\n12,holdout,1,0.8\n`;

test("every row once, in any order, has no fault", () => {
  expect(read(whole).faults).toEqual([]);
  const [first = "", ...rows] = whole.trim().split("\n");
  const reordered = read([first, ...rows.toReversed()].join("\n"));
  expect(reordered.faults).toEqual([]);
  expect(reordered.test.get(2)).toEqual({ label: "1", score: 0.9 });
});

test.each([
  ["a missing row", whole.replace("12,holdout,1,0.8\n", ""), "missing_rows", 1, "holdout 12"],
  ["an extra row", `${whole}99,test,0,0.1\n`, "extra_rows", 1, "99"],
  ["a repeated row", `${whole}1,test,1,0.1\n`, "duplicate_rows", 1, "1"],
  ["a row on the wrong side", whole.replace("2,test", "2,holdout"), "wrong_split", 1, "2: holdout"],
  ["a score that is text", whole.replace("0.9", "high"), "text_for_number", 1, "2: high"],
  ["an infinite score", whole.replace("0.9", "inf"), "infinite", 1, "2: inf"],
  ["an empty prediction", whole.replace("2,test,1", "2,test,"), "empty_prediction", 1, "2"],
  ["a row id that is no number", whole.replace("2,test", "two,test"), "bad_row_id", 1, "two"],
] as const)("%s is named", (_, text, kind, count, example) => {
  expect(read(text).faults[0]).toMatchObject({ kind, count, example });
});

test("a row that stands there without a usable answer is not missing, and is told by its side and cell", () => {
  const text = whole.replace("2,test,1", "2,test,").replace("11,holdout,0,0.2", "11,holdout,0,inf");
  expect(read(text).faults).toEqual([
    { kind: "empty_prediction", split: "test", cell: "prediction", count: 1, example: "2", line: 3 },
    { kind: "infinite", split: "holdout", cell: "score", count: 1, example: "11: inf", line: 4 },
  ]);
  expect(read(text).holdout.get(11)).toEqual({ label: "0", score: null });
});

test.each(["nan", "-inf", "Infinity"])("%s is no finite number", (said) => {
  expect(read(whole.replace("0.9", said)).faults[0]?.kind).toBe("infinite");
});

test("a word that holds inf is text", () => {
  expect(read(whole.replace("0.9", "information")).faults[0]?.kind).toBe("text_for_number");
});

test("bytes that are not UTF-8 are named with line and column", () => {
  const bytes = Buffer.concat([
    Buffer.from(`${header}1,test,0,0.1\n2,test,`),
    Buffer.from([0xe9]),
    Buffer.from(",\n"),
  ]);
  const reading = readPredictions(bytes, wanted, { numeric: false });
  expect(reading.state === "read" ? reading.faults[0] : null).toMatchObject({
    kind: "encoding",
    line: 3,
    example: "8",
  });
});

test("of a repeated row the first counts", () => {
  expect(read(`${whole}1,test,1,0.1\n`).test.get(1)?.label).toBe("0");
});

test("a header without the three columns gives nothing", () => {
  expect(read("id,pred\n1,0\n")).toMatchObject({ faults: [{ kind: "header" }] });
});

test("text for a quantity is named", () => {
  expect(read(whole.replace("2,test,1", "2,test,many"), true).faults[0]).toMatchObject({
    kind: "text_for_number",
    line: 3,
  });
});

test("Windows line ends, quotes, a float id and other columns are read", () => {
  const text = 'split,row_id,note,prediction,score\r\ntest,1.0,"a, ""b""",True,0.5\r\ntest,2,,False,\r\n';
  const reading = read(text);
  expect(reading.test.get(1)).toEqual({ label: "1", score: 0.5 });
  expect(reading.test.get(2)).toEqual({ label: "0", score: null });
});

test("one spelling for one class", () => {
  expect(["1", "1.0", "True", "true", " 1 ", "0.0", "No", "1.5"].map(normaliseLabel)).toEqual([
    ..."1111".split(""),
    "1",
    "0",
    "No",
    "1.5",
  ]);
});

test("no file is absent with the collector's reason", () => {
  expect(readPredictions(null, wanted, { numeric: false }, "a link")).toEqual({
    state: "absent",
    reason: "a link",
  });
});

test("a million rows are read and counted", () => {
  const rows = Array.from({ length: 1_000_000 }, (_, at) => `${at + 1},test,1,0.5`);
  const many = {
    test: new Set(Array.from({ length: 1_000_000 }, (_, at) => at + 1)),
    holdout: new Set<number>(),
  };
  const reading = readPredictions(Buffer.from(header + rows.join("\n")), many, { numeric: false });
  expect(reading).toMatchObject({ state: "read", faults: [] });
});

test("bytes that are no text are named, not thrown", () => {
  const reading = readPredictions(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]), wanted, { numeric: false });
  expect(reading).toMatchObject({ state: "read" });
});
