import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import { casesOf } from "./check-case.ts";

const withoutLooks = (...names: string[]) => ({
  evidence: ({ judge }: { judge: { scored: { inspections: { name: string }[] } } }) => {
    judge.scored.inspections = judge.scored.inspections.filter((look) => !names.includes(look.name));
  },
});

/** A further finding, in a column that nothing was planted in unless said otherwise. */
const finds = (issue: string, more: Record<string, unknown>) => ({
  report: ({ findings }: { findings: Record<string, unknown>[] }) => {
    findings.push({ field: "age", issue, evidence: "", action: "", ...more });
  },
});

/** Findings of the perfect report; what a case adds comes after them. */
const PERFECT = 3;

type Kind = "schema" | "missing" | "outliers" | "duplicates" | "drift" | "privacy";

/** The same task with nothing planted of a kind; its planted faults of the kind are gone. */
const nothingOf =
  (...kinds: readonly Kind[]) =>
  (evidence: Evidence) => {
    const inspection = { ...evidence.task.inspection };
    for (const kind of kinds) inspection[kind] = "I";
    const isGone = ({ check }: { check: string }): boolean => kinds.some((kind) => kind === check);
    const gone = evidence.truth.faults.filter(isGone).flatMap(({ words }) => words);
    const faults = evidence.truth.faults.filter((fault) => !isGone(fault));
    const view = evidence.report.view;
    const findings = view.findings.filter(({ issue }, at) => at >= PERFECT || !gone.includes(issue));
    Object.assign(evidence, {
      task: { ...evidence.task, inspection },
      truth: { ...evidence.truth, faults },
      report: { ...evidence.report, view: { ...view, findings } },
    });
  };

casesOf("data_inspection.schema", [
  { name: "a look and no claim", points: 4.71 },
  {
    name: "a type that is named and kept",
    points: 4.71,
    ...finds("type", { evidence: "whole numbers", action: "keep as it is" }),
  },
  {
    name: "a finding that there is no mixture",
    points: 4.71,
    ...finds("format", { evidence: "no mixed formats in any column", count: 0 }),
  },
  {
    name: "a false claim",
    points: 0,
    says: /income: you reported type/,
    report: ({ findings }) => {
      findings.push({ field: "income", issue: "type", evidence: "text among numbers", action: "convert" });
    },
  },
  {
    name: "no look at all",
    points: 0,
    says: /Nothing in the code/,
    evidence: ({ judge }) => {
      judge.scored.inspections = [];
    },
  },
]);

casesOf("data_inspection.missing", [
  {
    name: "rate and mechanism",
    points: 4.71,
    says: /12\.0 % missing, the data has 12\.0 %.*MAR on job_type was named/,
  },
  {
    name: "a rate that is three points off",
    points: 2.35,
    says: /you reported 15\.0 % missing, but the data has 12\.0 %/,
    report: ({ findings }) => {
      findings[0]!["rate"] = 0.15;
    },
  },
  {
    name: "MCAR for MAR",
    points: 2.35,
    says: /MAR on job_type was not named/,
    report: ({ findings }) => {
      findings[0]!["mechanism"] = "MCAR";
    },
  },
  {
    name: "MAR without the column that it depends on",
    points: 3.53,
    says: /not that it depends on job_type/,
    report: ({ findings }) => {
      delete findings[0]!["depends_on"];
    },
  },
  {
    name: "the rate in the text only",
    points: 4.71,
    report: ({ findings }) => {
      delete findings[0]!["rate"];
    },
  },
  {
    name: "right numbers without a look",
    points: 2.35,
    says: /counts half/,
    ...withoutLooks("isna", "info"),
  },
  {
    name: "no finding",
    points: 0,
    says: /employment_length: 12\.0 % are missing, which no finding names/,
    report: ({ findings }) => {
      findings.shift();
    },
  },
]);

casesOf("data_inspection.missing", [
  {
    name: "no column with empty cells, and a finding that says so",
    points: 4.71,
    evidence: nothingOf("missing"),
    ...finds("missing", { rate: 0, evidence: "0.0 % missing", action: "none" }),
  },
  {
    name: "no column with empty cells, and a finding that says so in words",
    points: 4.71,
    evidence: nothingOf("missing"),
    ...finds("missing", { evidence: "No missing values: 100 % are there." }),
  },
  {
    name: "no column with empty cells, and one claimed",
    points: 0,
    says: /job_type: you reported missing/,
    evidence: nothingOf("missing"),
    ...finds("missing", { field: "job_type", rate: 0.2, action: "median" }),
  },
]);

casesOf("data_inspection.outliers", [
  {
    name: "nothing impossible, and many removed by their quartiles",
    points: 0,
    says: /age: you reported outlier/,
    evidence: nothingOf("outliers"),
    ...finds("outlier", { evidence: "300 rows outside 1.5 IQR", action: "remove", count: 300 }),
  },
  {
    name: "nothing impossible, and some removed that nobody counted",
    points: 0,
    evidence: nothingOf("outliers"),
    ...finds("outlier", { evidence: "beyond three standard deviations", action: "drop the rows" }),
  },
  {
    name: "nothing impossible, and a long tail that is kept",
    points: 4.71,
    evidence: nothingOf("outliers"),
    ...finds("outlier", { evidence: "300 rows in a long tail, all believable", action: "keep", count: 300 }),
  },
  {
    name: "nothing impossible, and a finding that says so",
    points: 4.71,
    evidence: nothingOf("outliers"),
    ...finds("outlier", { evidence: "0 values over 120", action: "cap", count: 0 }),
  },
  {
    name: "nothing impossible, and a tail that is looked at without any change",
    points: 4.71,
    evidence: nothingOf("outliers"),
    ...finds("outlier", { evidence: "a few large values", action: "warn", count: 3 }),
  },
]);

casesOf("data_inspection.outliers", [
  { name: "found with a reason", points: 4.71 },
  {
    name: "a finding that there is none",
    points: 0,
    report: ({ findings }) => {
      Object.assign(findings[1]!, { evidence: "no impossible loan was found", count: 0, action: "none" });
    },
  },
  {
    name: "the IQR as the only reason",
    points: 2.35,
    says: /only reason is statistical/,
    report: ({ findings }) => {
      findings[1]!["evidence"] = "6 values over Q3 + 1.5 IQR";
    },
  },
  {
    name: "no finding",
    points: 0,
    says: /loan_amount: 6 impossible values \(beyond 300000\)/,
    report: ({ findings }) => {
      findings.splice(1, 1);
    },
  },
]);

casesOf("data_inspection.duplicates", [
  { name: "key and number", points: 2.35 },
  {
    name: "both rows counted",
    points: 1.18,
    says: /you reported 2 repeated rows, the data has 1/,
    report: ({ findings }) => {
      findings[2]!["count"] = 2;
    },
  },
  {
    name: "another key",
    points: 0,
    says: /counted duplicates on row_id; the key is applicant_id/,
    report: ({ findings }) => {
      findings[2]!["key"] = ["row_id"];
    },
  },
  {
    name: "no finding",
    points: 0,
    report: ({ findings }) => {
      findings.pop();
    },
  },
]);

casesOf("data_inspection.drift", [
  { name: "hold-out compared, nothing claimed", points: 3.53 },
  {
    name: "looks at the labelled rows only",
    points: 0,
    says: /never compared/,
    evidence: ({ judge }) => {
      judge.scored.inspections = judge.scored.inspections.filter((look) => look.frame !== "holdout");
    },
  },
  {
    name: "both files in one table, grouped by the file",
    points: 3.53,
    evidence: ({ judge }) => {
      for (const look of judge.scored.inspections.filter(({ frame }) => frame === "holdout")) {
        look.name = "groupby";
        look.frame = "both";
      }
    },
  },
  {
    name: "a look far down in a chain of calls",
    points: 3.53,
    evidence: ({ judge }) => {
      judge.scored.inspections[4]!.line = 900;
      judge.static.calls.push({
        name: "df.drop().rename().describe",
        file: "solution.py",
        line: 890,
        at: 900,
      });
    },
  },
  {
    name: "a look on a line without a call",
    points: 1.76,
    evidence: ({ judge }) => {
      judge.scored.inspections[4]!.line = 900;
    },
  },
  {
    name: "a shift that is not there",
    points: 0,
    says: /job_type: you reported drift/,
    report: ({ findings }) => {
      findings.push({ field: "job_type", issue: "drift", evidence: "shifted", action: "warn" });
    },
  },
]);

casesOf("data_inspection.drift", [
  {
    name: "a comparison that is reported as a finding of no shift",
    points: 3.53,
    ...finds("drift", { evidence: "population stability index 0.02", action: "no action needed" }),
  },
  {
    name: "a value that few rows have",
    points: 3.53,
    ...finds("rare_category", { field: "loan_amount", evidence: "few rows", action: "group the rare ones" }),
  },
  {
    name: "a category called rare that every eighth row has",
    points: 0,
    ...finds("rare_category", { field: "job_type", evidence: "few rows", action: "group the rare ones" }),
  },
]);

casesOf("data_inspection.privacy", [
  { name: "a task without personal data", points: 0, status: "not_applicable" },
]);

casesOf("data_inspection.false_alarms", [
  { name: "no refuted finding", points: 0, status: "passed" },
  {
    name: "missing values that are not there",
    points: -1,
    status: "failed",
    says: /job_type: you reported 5\.0 % missing, the data has 0\.0 %/,
    report: ({ findings }) => {
      findings.push({ field: "job_type", issue: "missing", evidence: "", action: "", rate: 0.05 });
    },
  },
  {
    name: "ordinary values called wrong, on a planted column, too",
    points: -1,
    says: /the limit 50000 calls/,
    report: ({ findings }) => {
      findings[1]!["limit"] = 50_000;
    },
  },
  {
    name: "ordinary values called another unit",
    points: -1,
    says: /the limit 50000 calls/,
    report: ({ findings }) => {
      findings[1] = { ...findings[1]!, issue: "inconsistency", limit: 50_000 };
    },
    // Where the task has nothing wrong of that kind, the claim costs that check.
    evidence: (evidence) => {
      evidence.task = { ...evidence.task, inspection: { ...evidence.task.inspection, schema: "P" } };
    },
  },
  {
    name: "a wrong number that already cost its check",
    points: 0,
    report: ({ findings }) => {
      findings[0]!["rate"] = 0.3;
    },
  },
  {
    name: "a true observation with action keep",
    points: 0,
    report: ({ findings }) => {
      findings.push({
        field: "loan_amount",
        issue: "outlier",
        evidence: "long tail",
        action: "keep",
        limit: 94_000,
      });
    },
  },
  {
    name: "ordinary values called wrong by their number, without any limit",
    points: -1,
    says: /loan_amount: 400 values are called wrong; 394 of them at least are ordinary/,
    report: ({ findings }) => {
      const { limit: _, ...finding } = findings[1]!;
      findings[1] = { ...finding, count: 400 };
    },
  },
  {
    name: "ordinary values called wrong by their share",
    points: -1,
    ...finds("outlier", { rate: 0.05, evidence: "outside 1.5 IQR", action: "remove" }),
  },
  {
    name: "one value too many called wrong, where others are",
    points: 0,
    ...finds("outlier", { count: 1, evidence: "an age that no adult has", action: "remove" }),
  },
  {
    name: "a planted value that is named for its quartiles alone, which cost its check",
    points: 0,
    report: ({ findings }) => {
      findings[1] = { ...findings[1]!, limit: 50_000, evidence: "outside 1.5 IQR" };
    },
  },
  {
    name: "ordinary values called another unit, where the data has no mixture",
    points: -1,
    ...finds("inconsistency", { count: 300, evidence: "other unit", action: "convert" }),
  },
  {
    name: "three false claims of a kind that is not planted, of which the check took one",
    points: -2,
    says: /^job_type: a shift was reported.*region: a shift/,
    report: ({ findings }) => {
      for (const field of ["age", "job_type", "region"]) {
        findings.push({ field, issue: "drift", evidence: "shifted", action: "warn" });
      }
    },
  },
  {
    name: "a wrong share beside the right one, which the check took",
    points: -1,
    report: ({ findings }) => {
      findings.push({ ...findings[0]!, rate: 0.3 });
    },
  },
  {
    name: "a wrong number on another key beside the right one",
    points: -1,
    report: ({ findings }) => {
      findings.push({ ...findings[2]!, key: ["row_id"], count: 25 });
    },
  },
  {
    name: "no repeated row, said with the name of a column that repeats",
    points: 0,
    ...finds("duplicate", { field: "gender", evidence: "no repeated rows", action: "none", count: 0 }),
  },
  {
    name: "no empty cells, said of a column that has them",
    points: -1,
    report: ({ findings }) => {
      findings.push({ field: "employment_length", issue: "missing", evidence: "", action: "keep", rate: 0 });
    },
  },
]);
