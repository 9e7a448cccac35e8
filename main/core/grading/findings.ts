/** Which findings of a report speak of which planted fault. */
import type { Evidence } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import type { Fault } from "../tasks/truth.ts";
import { saysNone } from "./finding-says.ts";

const fold = (name: string): string => name.trim().toLowerCase();

/** A finding may name several columns: `income, loan_amount`. */
export function fieldsOf(finding: ReportFinding): readonly string[] {
  return [fold(finding.field), ...finding.field.split(/[,;/&+]|\band\b/).map(fold)].filter(
    (name) => name !== "",
  );
}

/** Findings that name a field of the fault and one of its words, whatever they say of it. */
export function findingsNaming(evidence: Evidence, fault: Fault): readonly ReportFinding[] {
  const fields = new Set(fault.fields.map(fold));
  return evidence.report.view.findings.filter(
    (finding) => fault.words.includes(finding.issue) && fieldsOf(finding).some((name) => fields.has(name)),
  );
}

/** Findings that speak of the fault as there: "no repeated rows" finds none. */
export const findingsFor = (evidence: Evidence, fault: Fault): readonly ReportFinding[] =>
  findingsNaming(evidence, fault).filter((finding) => !saysNone(finding));

/** Planted faults that the finding names. */
export const faultsNamedBy = (evidence: Evidence, finding: ReportFinding): readonly Fault[] =>
  evidence.truth.faults.filter((fault) => findingsNaming(evidence, fault).includes(finding));

/** Missed: no finding names its field and one of its words. */
export const isMissed = (evidence: Evidence, fault: Fault): boolean =>
  findingsFor(evidence, fault).length === 0;

export const faultsOf = (evidence: Evidence, check: string): readonly Fault[] =>
  evidence.truth.faults.filter((fault) => fault.check === check);

/** Two lists of columns that make the same key. */
function isSameKey(one: readonly string[], other: readonly string[]): boolean {
  const asText = (names: readonly string[]): string => names.map(fold).toSorted().join(",");
  return asText(one) === asText(other);
}

/** The finding whose number of duplicates counts: the first on the right key, or on none. */
export const countedOn = (
  key: readonly string[],
  findings: readonly ReportFinding[],
): ReportFinding | undefined => findings.find((one) => one.key.length === 0 || isSameKey(one.key, key));

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
