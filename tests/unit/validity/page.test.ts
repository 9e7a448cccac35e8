import { expect, test } from "vitest";
import type { GraderValidity } from "../../../preload/contract/validity.ts";
import { pageOf } from "../../../scripts/bench/grader/page.ts";

const nothing: GraderValidity = {
  schema: 1,
  date: "2026-01-01",
  commit: "abc",
  graderVersion: "1",
  mutants: 0,
  kinds: 0,
  harmless: 0,
  bases: [],
  notRight: [],
  notExecuted: 0,
  checks: [],
  diagnoses: [],
};

test.each([
  [["big_events script", "big_events chain"], "Not measured at all: big_events script, big_events chain."],
  [[], null],
])("the page names the solutions that were not measured: %j", (left, sentence) => {
  const text = pageOf(nothing, [], { every: false, left });
  expect(text.split("\n").find((line) => line.startsWith("Not measured")) ?? null).toBe(sentence);
});
