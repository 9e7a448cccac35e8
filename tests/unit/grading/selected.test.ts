import { expect, test } from "vitest";
import { f1OfSets, selectedShows, trueIds } from "../../../main/core/grading/selected.ts";
import { toNumber } from "../../../main/core/grading/fraction.ts";
import { creditRisk, type EvidenceDraft, truth } from "../../fixtures/evidence/credit-risk.ts";
import type { Fault } from "../../../main/core/tasks/truth.ts";
import { asRule, selectionOf } from "./rule-case.ts";

const f1 = (said: readonly string[], wanted: readonly string[]) =>
  toNumber(f1OfSets(new Set(said), new Set(wanted)));

test("F1 of equal sets is 1, of sets without a common id 0, of an empty one 0", () => {
  expect([f1(["1", "2"], ["1", "2"]), f1(["3"], ["1"]), f1([], ["1"])]).toEqual([1, 0, 0]);
});

test("F1 counts what is too much and what is missing", () => {
  expect(f1(["1", "2", "3"], ["1", "2"])).toBeCloseTo(4 / 5);
  expect(f1(["1"], ["1", "2"])).toBeCloseTo(2 / 3);
});

test("true ids are compared as labels are", () => {
  expect([...trueIds([7, "8.0"])]).toEqual(["7", "8"]);
});

const missing = truth.faults.find((fault) => fault.kind === "missing")!;
const duplicate = truth.faults.find((fault) => fault.kind === "duplicate")!;
const outlier = truth.faults.find((fault) => fault.kind === "outlier")!;
const shows = (fault: Fault, change: (evidence: EvidenceDraft) => void) =>
  selectedShows(
    creditRisk({
      evidence: asRule((evidence) => {
        evidence.task = { ...evidence.task, key: ["applicant_id"] };
        change(evidence);
      }),
    }),
    fault,
  );
const select =
  (...given: Parameters<typeof selectionOf>) =>
  (evidence: EvidenceDraft): void => {
    evidence.selection = selectionOf(...given);
  };

test("a user whose value nobody knows may not be selected", () => {
  const [unknown] = missing.rows;
  expect(shows(missing, select([String(unknown)]))).toBe("wrong");
  expect(shows(missing, select(["7", "8"]))).toBe("right");
});

test("without the data nothing is said of unknown values", () => {
  expect(
    shows(missing, (evidence) => {
      evidence.data = null;
    }),
  ).toBe("undecided");
});

test("ids that come twice show rows that came twice", () => {
  expect(shows(duplicate, select(["7"], 1))).toBe("wrong");
  expect(shows(duplicate, select(["7"]))).toBe("right");
});

test("personal data beside the ids is wrong, another column is not", () => {
  const personal: Fault = { ...outlier, kind: "personal", fields: ["email"], what: "email", rows: null };
  expect(shows(personal, select(["7"], 0, ["email"]))).toBe("wrong");
  expect(shows(personal, select(["7"], 0, ["region"]))).toBe("right");
});

test("an empty or absent selection decides nothing, nor does a fault that a selection cannot show", () => {
  expect(shows(duplicate, select([]))).toBe("undecided");
  expect(
    shows(duplicate, (evidence) => {
      evidence.selection = { state: "absent", reason: null };
    }),
  ).toBe("undecided");
  expect(shows(outlier, select(["7"]))).toBe("undecided");
});
