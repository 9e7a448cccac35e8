/** What a check shows of a report's claims beside what is true. */
import { expect, test } from "vitest";
import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import { boundedRows, type Compared } from "../../../main/core/grading/compared.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { creditRisk } from "../../fixtures/evidence/credit-risk.ts";

const perfect = creditRisk({});
const rowsOf = (evidence: Evidence, id: string): readonly Compared[] =>
  (grade(evidence, "en")
    .stages.flatMap((stage) => stage.checks)
    .find((check) => check.id === id)?.details["compared"] ?? []) as readonly Compared[];
const withView = (view: Partial<Evidence["report"]["view"]>): Evidence => ({
  ...perfect,
  report: { ...perfect.report, view: { ...perfect.report.view, ...view } },
});
const { statistical, fairness, robustness, model } = perfect.report.view;

test.each([
  "evaluation.statistical",
  "evaluation.fairness",
  "evaluation.robustness",
  "reporting.hyperparameters",
])("%s of a right run: every claim agrees", (id) => {
  const rows = rowsOf(perfect, id);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.verdict !== "agrees")).toEqual([]);
});

test("a metric that differs and one that is not said stand beside the recomputed ones", () => {
  const { recall: _, ...others } = statistical;
  const rows = rowsOf(withView({ statistical: { ...others, f1: 0.123 } }), "evaluation.statistical");
  expect(rows.find((row) => row.name === "f1")).toMatchObject({
    what: "metric",
    said: 0.123,
    verdict: "differs",
  });
  expect(rows.find((row) => row.name === "recall")).toMatchObject({ said: null, verdict: "unsaid" });
});

test("groups, their gap and whether it is a problem are compared one by one", () => {
  const said = fairness["gender"];
  if (said === undefined) throw new Error("the perfect report speaks of gender");
  const wrong = { ...said, groups: { ...said.groups, F: 0.5 }, problem: false };
  const rows = rowsOf(withView({ fairness: { ...fairness, gender: wrong } }), "evaluation.fairness");
  expect(rows.filter((row) => row.name.startsWith("gender"))).toMatchObject([
    { what: "group", name: "gender = F", said: 0.5, verdict: "differs" },
    { what: "group", name: "gender = M", verdict: "agrees" },
    { what: "gap", name: "gender", verdict: "agrees" },
    { what: "problem", name: "gender", said: false, measured: true, verdict: "differs" },
  ]);
});

test("a column that the report leaves out is shown with what is true of it", () => {
  const { region: _, ...others } = fairness;
  const rows = rowsOf(withView({ fairness: others }), "evaluation.fairness");
  const ofRegion = rows.filter((row) => row.name.startsWith("region"));
  expect(ofRegion.length).toBeGreaterThan(2);
  expect(ofRegion.every((row) => row.said === null && row.verdict === "unsaid")).toBe(true);
});

test("a drop that was not measured so differs", () => {
  if (robustness === null) throw new Error("the perfect report has a drop");
  const rows = rowsOf(withView({ robustness: { ...robustness, drop: 0.4 } }), "evaluation.robustness");
  expect(rows).toMatchObject([{ what: "drop", said: 0.4, verdict: "differs" }]);
});

test("a hyperparameter is compared with what the code passes; without a source it says so", () => {
  const [first, ...rest] = model.hyperparameters;
  if (first === undefined) throw new Error("the perfect report lists hyperparameters");
  const of = (hyperparameters: typeof model.hyperparameters) =>
    rowsOf(withView({ model: { ...model, hyperparameters } }), "reporting.hyperparameters").find((row) =>
      row.name.endsWith(`.${first.name.replace(/^.*(__|\.)/, "")}`),
    );
  expect(of([{ ...first, source: "" }, ...rest])?.verdict).toBe("unsourced");
  expect(of([{ ...first, value: "x".repeat(1000) }, ...rest])).toMatchObject({
    verdict: "differs",
    said: `"${"x".repeat(199)}`,
  });
  expect(of(rest)).toMatchObject({ verdict: "unsaid", said: null });
});

test("of thousands of rows a grading holds a hundred, those that do not agree among them", () => {
  const row = (at: number, verdict: Compared["verdict"]): Compared => ({
    what: "hyperparameter",
    name: `Model.p${at}`,
    said: "1",
    measured: "1",
    verdict,
  });
  const rows = [...Array.from({ length: 5000 }, (_, at) => row(at, "agrees")), row(5000, "differs")];
  const kept = boundedRows(rows);
  expect(kept).toHaveLength(100);
  expect(kept[0]?.name).toBe("Model.p5000");
  expect(boundedRows(rows.slice(0, 100))).toEqual(rows.slice(0, 100));
});
