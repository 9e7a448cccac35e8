/** Which findings of a report speak of which planted fault. */
import type { Evidence } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import type { Fault } from "../tasks/truth.ts";

const fold = (name: string): string => name.trim().toLowerCase();

/** A finding may name several columns: `income, loan_amount`. */
export function fieldsOf(finding: ReportFinding): readonly string[] {
  return [fold(finding.field), ...finding.field.split(/[,;/&+]|\band\b/).map(fold)].filter(
    (name) => name !== "",
  );
}

export function findingsFor(evidence: Evidence, fault: Fault): readonly ReportFinding[] {
  const fields = new Set(fault.fields.map(fold));
  return evidence.report.view.findings.filter(
    (finding) => fault.words.includes(finding.issue) && fieldsOf(finding).some((name) => fields.has(name)),
  );
}

/** Missed: no finding names its field and one of its words. */
export const isMissed = (evidence: Evidence, fault: Fault): boolean =>
  findingsFor(evidence, fault).length === 0;

export const faultsOf = (evidence: Evidence, check: string): readonly Fault[] =>
  evidence.truth.faults.filter((fault) => fault.check === check);

/** Accepted words by inspection check: which findings are "of that kind". */
export const wordsOf: Readonly<Record<string, readonly string[]>> = {
  schema: ["type", "format", "inconsistency"],
  missing: ["missing"],
  outliers: ["outlier", "inconsistency"],
  duplicates: ["duplicate"],
  drift: ["drift", "rare_category"],
  privacy: ["privacy"],
};

/** The share that a finding states: its number, else the first percentage in its text. */
export function statedRate(finding: ReportFinding, rows: number | null): number | null {
  if (finding.rate !== null) {
    return finding.rate;
  }
  if (finding.count !== null && rows !== null && rows > 0) {
    return finding.count / rows;
  }
  const found = /(\d{1,3}(?:\.\d{1,6})?)\s{0,2}(?:%|percent)/.exec(finding.evidence);
  return found === null ? null : Number(found[1]) / 100;
}

/** The count that a finding states: its number, else the first whole number in its text. */
export function statedCount(finding: ReportFinding): number | null {
  if (finding.count !== null) {
    return finding.count;
  }
  const found = /\b(\d{1,9})\b(?!\s{0,2}%|\.\d)/.exec(finding.evidence);
  return found === null ? null : Number(found[1]);
}
