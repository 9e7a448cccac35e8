import { casesOf } from "./check-case.ts";

const withoutLooks = (...names: string[]) => ({
  evidence: ({ judge }: { judge: { scored: { inspections: { name: string }[] } } }) => {
    judge.scored.inspections = judge.scored.inspections.filter((look) => !names.includes(look.name));
  },
});

casesOf("data_inspection.schema", [
  { name: "a look and no claim", points: 4.71 },
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

casesOf("data_inspection.outliers", [
  { name: "found with a reason", points: 4.71 },
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
]);
