/** Planted faults that credit_risk does not have: absent rows, other units, stuck sensors, closed days, alike rows. */
import { Fault } from "../../../main/core/tasks/truth.ts";
import type { EvidenceDraft, ReportDraft } from "../../fixtures/evidence/credit-risk.ts";
import { casesOf } from "./check-case.ts";

/** In the place of the task's own fault of the same check. */
const planted = (fault: object) => {
  const one = Fault.parse({ treatments: [], ...fault });
  return (evidence: EvidenceDraft): void => {
    const others = evidence.truth.faults.filter((other) => other.check !== one.check);
    evidence.truth = { ...evidence.truth, faults: [...others, one] };
  };
};
const reported =
  (issue: string, finding: Record<string, unknown> | null) =>
  ({ findings }: ReportDraft): void => {
    const at = findings.findIndex((one) => one["issue"] === issue);
    findings.splice(at, 1, ...(finding === null ? [] : [{ ...findings[at], ...finding }]));
  };

// 1000 rows are there, 250 more should be.
const gap = planted({
  id: "gap.loan_amount",
  kind: "gap",
  check: "missing",
  fields: ["employment_length"],
  words: ["missing"],
  key: ["region"],
  time: "employment_length",
  step: 1,
  rate: 0.2,
  count: 250,
  absent: [],
});
casesOf("data_inspection.missing", [
  {
    name: "absent rows with their share",
    points: 4.71,
    says: /20\.0 % missing, the data has 20\.0 %/,
    report: reported("missing", { rate: 0.2 }),
    evidence: gap,
  },
  {
    name: "absent rows counted, of the rows that should be there",
    points: 4.71,
    report: reported("missing", { rate: null, count: 250 }),
    evidence: gap,
  },
  {
    name: "absent rows with another share",
    points: 0,
    says: /you reported 25\.0 % missing, but the data has 20\.0 %/,
    report: reported("missing", { rate: 0.25 }),
    evidence: gap,
  },
  {
    name: "absent rows that no finding names",
    points: 0,
    says: /250 rows that should be there are not/,
    report: reported("missing", null),
    evidence: gap,
  },
]);

const odd = {
  check: "outliers",
  fields: ["loan_amount"],
  words: ["outlier", "inconsistency"],
  count: 6,
  rows: [407, 507, 607, 707, 807, 907],
};
const unit = planted({
  ...odd,
  id: "unit.loan_amount",
  kind: "unit",
  valid: { minimum: 0, maximum: 300_000 },
  factor: 1000,
  offset: 0,
});
const stuck = planted({ ...odd, id: "stuck.loan_amount", kind: "stuck", key: ["region"], time: "x", run: 6 });
const closed = planted({ ...odd, id: "closed.loan_amount", kind: "closed", value: 0 });
casesOf("data_inspection.outliers", [
  { name: "another unit with a reason", points: 4.71, evidence: unit },
  {
    name: "another unit that no finding names",
    points: 0,
    says: /6 impossible values \(beyond 300000\) were not found/,
    report: reported("outlier", null),
    evidence: unit,
  },
  { name: "a stuck sensor with a reason", points: 4.71, evidence: stuck },
  {
    name: "a stuck sensor that no finding names",
    points: 0,
    says: /6 values that cannot be right were not found/,
    report: reported("outlier", null),
    evidence: stuck,
  },
  { name: "closed days with a reason", points: 4.71, evidence: closed },
  {
    name: "closed days with statistics for a reason",
    points: 2.35,
    says: /only reason is statistical/,
    report: reported("outlier", { evidence: "below Q1 - 1.5 IQR" }),
    evidence: closed,
  },
  {
    name: "closed days that no finding names",
    points: 0,
    says: /6 values that cannot be right were not found/,
    report: reported("outlier", null),
    evidence: closed,
  },
]);

const alike = (near: boolean) =>
  planted({
    id: "near_duplicate.applicant_id",
    kind: "duplicate",
    check: "duplicates",
    fields: ["applicant_id"],
    words: ["duplicate"],
    key: ["applicant_id"],
    count: 100,
    groups: [],
    near,
  });
casesOf("data_inspection.duplicates", [
  {
    name: "a count of alike rows within a tenth",
    points: 2.35,
    report: reported("duplicate", { count: 110 }),
    evidence: alike(true),
  },
  {
    name: "a count of alike rows beyond a tenth",
    points: 1.18,
    says: /you reported 111 repeated rows/,
    report: reported("duplicate", { count: 111 }),
    evidence: alike(true),
  },
  {
    name: "a count of equal rows that is off by one",
    points: 1.18,
    report: reported("duplicate", { count: 101 }),
    evidence: alike(false),
  },
]);

const personal = (evidence: EvidenceDraft): void => {
  evidence.task = { ...evidence.task, inspection: { ...evidence.task.inspection, privacy: "P" } };
  planted({
    id: "personal.region",
    kind: "personal",
    check: "privacy",
    fields: ["region"],
    words: ["privacy"],
    rows: [],
    what: "name",
  })(evidence);
};
const advised = (action: string) => ({
  evidence: personal,
  report: ({ findings }: ReportDraft): void => {
    findings.push({ field: "region", issue: "privacy", evidence: "names of persons", action });
  },
});
casesOf("data_inspection.privacy", [
  { name: "advice to drop", points: 3, ...advised("drop it") },
  { name: "advice to leave it out", points: 3, ...advised("used to tell cards apart and left out then") },
  { name: "advice to keep it out", points: 3, ...advised("keep them out of the features") },
  { name: "advice to cut it out", points: 3, ...advised("cut out of every message") },
  { name: "advice to strip it", points: 3, ...advised("stripped from the texts") },
  { name: "advice to put tokens in its place", points: 3, ...advised("tokenise") },
  { name: "no advice", points: 1.5, says: /neither hashing nor dropping/, ...advised("keep") },
  { name: "outliers in mind", points: 1.5, ...advised("left outliers alone") },
]);
