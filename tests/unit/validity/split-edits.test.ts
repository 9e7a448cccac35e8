/** Where faults stand beside the split of the fixed test rows, in the ways in which solutions write it. */
import { expect, test } from "vitest";
import { afterSplit, beforeSplit, reads } from "../../../scripts/bench/grader/split-edits.ts";

const noted = (solution: string): string | null => afterSplit(solution, (split) => [JSON.stringify(split)]);

test("a split into two tables is found, indented, as a call and as a pipe", () => {
  const tables = '{"parts":2,"train":"train","test":"test","whole":"self.data"}';
  expect(noted("    train, test = fixed_test_split(self.data)\n")).toBe(
    `    train, test = fixed_test_split(self.data)\n    ${tables}\n`,
  );
  expect(noted("train, test = self.data.pipe(fixed_test_split)\n")).toBe(
    `train, test = self.data.pipe(fixed_test_split)\n${tables}\n`,
  );
});

test("a split into four arrays is found with what was split", () => {
  const line =
    'X_train, X_test, y_train, y_test = fixed_test_split(X, data["label"], row_ids=data["row_id"])';
  expect(noted(line)).toBe(
    `${line}\n{"parts":4,"xTrain":"X_train","xTest":"X_test","yTrain":"y_train","yTest":"y_test","X":"X","y":"data[\\"label\\"]"}`,
  );
});

test("of several splits the last one counts, and one for the test rows alone is none", () => {
  const lines = [
    "a, b = fixed_test_split(early)",
    "c, d = fixed_test_split(late)",
    "_, e = fixed_test_split(late)",
  ];
  expect(beforeSplit(lines.join("\n"), () => ["here"])?.split("\n")).toEqual([
    "a, b = fixed_test_split(early)",
    "here",
    "c, d = fixed_test_split(late)",
    "_, e = fixed_test_split(late)",
  ]);
});

test("code that splits in another way has no such place", () => {
  expect(noted("tables = Tables(*fixed_test_split(data), holdout)\n")).toBe(null);
});

test.each([
  ["y = train[TARGET]", true],
  ["print(len(train))", true],
  ["train = data", false],
  ['tables["train"] = data', false],
  ["training = data", false],
])("whether %s reads train: %s", (code, isRead) => {
  expect(reads(code, "train")).toBe(isRead);
});
