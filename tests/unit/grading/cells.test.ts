/** Which cell of the data a check points at. */
import { expect, test } from "vitest";
import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import type { PredictionFault } from "../../../main/core/evidence/read-predictions.ts";
import { plantedCell } from "../../../main/core/grading/cells.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { Fault } from "../../../main/core/tasks/truth.ts";
import { creditRisk, truth } from "../../fixtures/evidence/credit-risk.ts";
import { resultOf } from "./check-case.ts";

const perfect = creditRisk({});
const planted = (id: string): Fault => {
  const found = truth.faults.find((fault) => fault.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
};
const outlier = planted("outlier.loan_amount");
const cellOf = (evidence: Evidence, id: string) =>
  grade(evidence, "en")
    .stages.flatMap((stage) => stage.checks)
    .find((check) => check.id === id)?.cell;

const withoutFindings = (): Evidence => {
  const { report } = perfect;
  return { ...perfect, report: { ...report, view: { ...report.view, findings: [] } } };
};

test("a right run points at no cell", () => {
  const pointing = grade(perfect, "en")
    .stages.flatMap((stage) => stage.checks)
    .filter((check) => check.cell !== undefined);
  expect(pointing).toEqual([]);
});

test("a fault that no finding names points at its first row in the order of the file", () => {
  const rows = new Set("rows" in outlier ? outlier.rows : []);
  const first = perfect.data?.rowIds.find((id) => rows.has(id));
  expect(cellOf(withoutFindings(), "data_inspection.outliers")).toEqual({
    file: "data.csv",
    row_id: first,
    column: "loan_amount",
  });
});

test("rows that repeat a key point at the second of them", () => {
  expect(cellOf(withoutFindings(), "data_inspection.duplicates")).toEqual({
    file: "data.csv",
    row_id: 501,
    column: "applicant_id",
  });
});

test("a fault that was not treated points at its first row", () => {
  const { judge } = perfect;
  if (judge === null) throw new Error("the perfect run has a judge");
  const treatments = judge.treatments.map((one) =>
    one.fault === outlier.id ? { ...one, verdict: "kept" as const, also: [] } : one,
  );
  const untreated = { ...perfect, judge: { ...judge, treatments } };
  expect(cellOf(untreated, "preprocessing.treatments")).toMatchObject({ column: "loan_amount" });
});

test("a fault of the hold-out alone points into its public table", () => {
  const drift = Fault.parse({
    id: "drift.region",
    kind: "drift",
    check: "drift",
    fields: ["region"],
    words: ["drift"],
    treatments: [],
    what: "new_category",
    value: "islands",
    rows: [10_007, 10_003],
  });
  expect(plantedCell(perfect, drift)).toEqual({ file: "holdout.csv", row_id: 10_007, column: "region" });
});

test("rows that are not there, and rows that are printed, have no cell", () => {
  const { id, check, words, treatments } = outlier;
  const common = { id, check, words, treatments };
  const gap: Fault = {
    ...common,
    kind: "gap",
    fields: ["week"],
    key: ["product"],
    time: "week",
    step: 7,
    rate: 0.1,
    count: 3,
    absent: [],
  };
  expect(plantedCell(perfect, gap)).toBeNull();
  const task = { ...perfect.task, data: { ...perfect.task.data, labelled: "weekly.pdf" } };
  expect(plantedCell({ ...perfect, task }, outlier)).toBeNull();
});

test("a shift without rows of its own points at no cell", () => {
  const drift = Fault.parse({
    id: "drift.date",
    kind: "drift",
    check: "drift",
    fields: ["application_date"],
    words: ["drift"],
    treatments: [],
    what: "later_dates",
    rows: [],
  });
  expect(plantedCell(perfect, drift)).toBeNull();
});

test("personal data in every row points at the first that is not empty", () => {
  const { data } = perfect;
  if (data === null) throw new Error("the perfect run has data");
  const cells = data.rowIds.map((_, row) => (row < 2 ? "" : "a@b.example"));
  const withMail = { ...perfect, data: { ...data, columns: { ...data.columns, email: cells } } };
  const { id, words, treatments } = outlier;
  const personal: Fault = {
    id,
    words,
    treatments,
    kind: "personal",
    check: "privacy",
    fields: ["email"],
    what: "email",
    rows: null,
  };
  expect(plantedCell(withMail, personal)).toEqual({
    file: "data.csv",
    row_id: data.rowIds[2],
    column: "email",
  });
});

const withFault = (fault: Pick<PredictionFault, "kind" | "split" | "cell" | "example">): Evidence => {
  const { predictions } = perfect;
  if (predictions.state === "absent") throw new Error("the perfect run has predictions");
  const rows = new Map(predictions.test);
  // Another row is missing, so that the gate falls.
  rows.delete(2);
  if (fault.cell !== "score") rows.delete(1);
  return {
    ...perfect,
    predictions: { ...predictions, test: rows, faults: [{ ...fault, count: 1, line: 2 }] },
  };
};

test("rows that are none of the fixed test set point into predictions.csv", () => {
  const evidence = withFault({ kind: "wrong_split", split: null, cell: null, example: "1: train" });
  expect(cellOf(evidence, "evaluation.fixed_test_split")).toEqual({
    file: "predictions.csv",
    row_id: 1,
    column: "split",
  });
});

test.each(["prediction", "score"] as const)(
  "a %s of the hold-out that is not finite is pointed at",
  (cell) => {
    const evidence = withFault({ kind: "infinite", split: "holdout", cell, example: "10001: inf" });
    expect(cellOf(evidence, "model_training.score")).toEqual({
      file: "predictions.csv",
      row_id: 10_001,
      column: cell,
    });
    expect(cellOf(evidence, "evaluation.fixed_test_split")).toBeUndefined();
  },
);

test("a run that does not repeat points at the first prediction that differs", () => {
  const { predictions, verification } = perfect;
  if (predictions.state === "absent" || verification.state !== "done") throw new Error("not verified");
  const again = new Map(predictions.test);
  again.set(7, { label: again.get(7)?.label === "1" ? "0" : "1", score: null });
  const differing: Evidence = {
    ...perfect,
    verification: { ...verification, predictions: { ...predictions, test: again } },
  };
  expect(cellOf(differing, "reporting.reproducible")).toEqual({
    file: "predictions.csv",
    row_id: 7,
    column: "prediction",
  });
  expect(resultOf("reporting.reproducible", {}).cell).toBeUndefined();
});
