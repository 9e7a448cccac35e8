/** The kinds of faults on the made-up perfect run: what each says must react does, and nothing else. */
import { describe, expect, test } from "vitest";
import { readLineage } from "../../../main/core/evidence/read-lineage.ts";
import { readReport } from "../../../main/core/evidence/read-report.ts";
import { rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import { fileKinds } from "../../../scripts/bench/grader/kinds/all-files.ts";
import { type Base, everyCheck } from "../../../scripts/bench/grader/mutant.ts";
import { reactionsOf } from "../../../scripts/bench/grader/reactions.ts";
import { asText, isObject } from "../../../scripts/bench/grader/report-edits.ts";
import { creditRisk, type EvidenceDraft, reportSchema } from "../../fixtures/evidence/credit-risk.ts";

/** The fixture writes its report itself; its bytes are asked for by a report that notes them. */
let written: unknown = {};
const evidence = creditRisk({
  report: (report) => {
    written = report;
  },
});
const report = isObject(written) ? written : {};
const base: Base = {
  firstOfHoldout: 1,
  task: evidence.task,
  style: "script",
  truth: evidence.truth,
  data: evidence.data,
  solution: "import pandas\nmodel = LogisticRegression(C=1, class_weight='balanced')\n",
  files: new Map([["report.json", Buffer.from(asText(report))]]),
  report,
  evidence,
  grading: grade(evidence, "en"),
};

function gradingOf(files: Readonly<Record<string, string | Buffer | null>>) {
  const content = files["report.json"] ?? null;
  return grade(
    creditRisk({
      reportBytes: content === null ? null : Buffer.from(content),
      evidence: (changed: EvidenceDraft) => {
        const reading = readReport(content === null ? null : Buffer.from(content), reportSchema);
        changed.lineage = readLineage(reading.view.lineage);
      },
    }),
    "en",
  );
}

const planted = fileKinds.flatMap((kind) =>
  kind
    .plant(base)
    .filter(({ files }) => Object.keys(files).every((path) => path === "report.json"))
    .map((one) => ({ ...one, name: `${kind.id} ${one.which}`.trim() })),
);

test("kinds have names of their own, and there are at least forty", () => {
  const ids = fileKinds.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(40);
});

test("kinds speak of checks and diagnoses that exist", () => {
  const known = new Set([...everyCheck, ...rules.map(({ rule }) => rule)]);
  const named = planted.flatMap(({ must, may = [], diagnoses = [] }) => [...must, ...may, ...diagnoses]);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test("every list of checks is the pipeline's", () => {
  const graded = base.grading.stages.flatMap((stage) => stage.checks.map(({ id }) => id));
  expect([...everyCheck, "reporting.failed_run"].toSorted()).toEqual(graded.toSorted());
});

describe("a mutant of the perfect run", () => {
  test.each(planted)("$name: what must react reacts, nothing else does", (mutant) => {
    const reactions = reactionsOf(base.grading, gradingOf(mutant.files), mutant, {
      rules: rules.map(({ rule }) => rule),
      rerun: false,
    });
    expect(reactions.filter(({ outcome }) => outcome === "missed" || outcome === "false_alarm")).toEqual([]);
  });
});
