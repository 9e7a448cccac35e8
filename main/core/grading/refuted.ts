/** Findings that the data contradicts: a finding is false by its own numbers, never because it is odd. */
import type { Evidence, InspectionCheck, RawTable } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import { isNeutral, saysNone } from "./finding-says.ts";
import { faultsNamedBy, statedCount, statedRate } from "./findings.ts";
import { modeOf } from "./inspection.ts";
import { columnOf, duplicateCount, missingRate, rarestCategory } from "./labelled-table.ts";
import { refuteOutliers } from "./refuted-outliers.ts";

const RATE = 0.01;
/** A category that at least so large a share of the rows has is not rare. */
const RARE = 0.05;

export interface Refuted {
  readonly finding: ReportFinding;
  readonly kind:
    | "rate"
    | "count"
    | "no_duplicates"
    | "ordinary"
    | "ordinary_rows"
    | "nothing_wrong"
    | "no_mixture"
    | "no_shift"
    | "no_rare"
    | "no_personal";
  readonly said: number;
  readonly measured: number;
}

/** The inspection check that a finding is "of the kind" of; null for words that no check asks for. */
export function checkOf({ issue }: ReportFinding): InspectionCheck | null {
  switch (issue) {
    case "type":
    case "format":
      return "schema";
    case "missing":
      return "missing";
    case "outlier":
    // Another unit is an inconsistency whose limit parts the two.
    case "inconsistency":
      return "outliers";
    case "duplicate":
      return "duplicates";
    case "drift":
    case "rare_category":
      return "drift";
    case "privacy":
      return "privacy";
    default:
      return null;
  }
}

function refuteMissing(evidence: Evidence, table: RawTable, finding: ReportFinding): Refuted | null {
  const column = columnOf(table, finding);
  const measured = column === null ? null : missingRate(table, column);
  // Rows that are not there at all leave no empty cell behind.
  if (measured === null || faultsNamedBy(evidence, finding).some(({ kind }) => kind === "gap")) {
    return null;
  }
  const said = saysNone(finding) ? 0 : statedRate(finding, table.rows);
  if (said === null) {
    return measured === 0 && !isNeutral(finding) ? { finding, kind: "rate", said: 0, measured } : null;
  }
  return Math.abs(said - measured) > RATE ? { finding, kind: "rate", said, measured } : null;
}

function refuteDuplicate(evidence: Evidence, table: RawTable, finding: ReportFinding): Refuted | null {
  const hasKey = finding.key.length > 0;
  const planted = faultsNamedBy(evidence, finding).flatMap((fault) =>
    fault.kind === "duplicate" ? [fault] : [],
  );
  const said = saysNone(finding) ? 0 : statedCount(finding);
  // Whole equal rows, or near duplicates, cannot be counted from a key.
  if (planted.some(({ near, count }) => near || !hasKey || count === said)) {
    return null;
  }
  const column = columnOf(table, finding);
  const measured = duplicateCount(table, hasKey ? finding.key : column === null ? [] : [column]);
  if (measured === null || (said === null && isNeutral(finding))) {
    return null;
  }
  if (measured === 0 && said !== 0) {
    return { finding, kind: "no_duplicates", said: said ?? 0, measured };
  }
  // "No row repeats" may be said with the name of any column.
  return said !== null && said !== measured && (said !== 0 || hasKey)
    ? { finding, kind: "count", said, measured }
    : null;
}

function refuteDrift(evidence: Evidence, finding: ReportFinding): Refuted | null {
  if (modeOf(evidence, "drift") !== "I" || isNeutral(finding)) {
    return null;
  }
  if (finding.issue === "drift") {
    return { finding, kind: "no_shift", said: 0, measured: 0 };
  }
  const table = evidence.data;
  const column = table === null ? null : columnOf(table, finding);
  if (table === null || column === null) {
    return null;
  }
  // Categories that few rows have are there to be named, also where the hold-out has them as often.
  const rarest = rarestCategory(table, column);
  return rarest === null || rarest > RARE * table.rows
    ? { finding, kind: "no_rare", said: 0, measured: rarest ?? 0 }
    : null;
}

/** A date that comes as text has a type that is not its own, and no mixture of them. */
function isDateToParse({ truth }: Evidence, { field, issue, action }: ReportFinding): boolean {
  return (
    issue === "type" &&
    truth.columns[field.trim()]?.type === "date" &&
    /pars|date|time|解析|日期/i.test(action)
  );
}

function refute(evidence: Evidence, finding: ReportFinding): Refuted | null {
  const table = evidence.data;
  switch (checkOf(finding)) {
    case "missing":
      return table === null ? null : refuteMissing(evidence, table, finding);
    case "duplicates":
      return table === null ? null : refuteDuplicate(evidence, table, finding);
    case "outliers":
      return refuteOutliers(evidence, finding);
    case "drift":
      return refuteDrift(evidence, finding);
    case "schema":
      return modeOf(evidence, "schema") === "I" && !isNeutral(finding) && !isDateToParse(evidence, finding)
        ? { finding, kind: "no_mixture", said: 0, measured: 0 }
        : null;
    case "privacy":
      return modeOf(evidence, "privacy") === "I" && !isNeutral(finding)
        ? { finding, kind: "no_personal", said: 0, measured: 0 }
        : null;
    case null:
      return null;
  }
}

/** Several checks ask, and a table may have a million rows. */
const known = new WeakMap<Evidence, readonly Refuted[]>();

/** Every finding that its own numbers or the data refute. */
export function refutedFindings(evidence: Evidence): readonly Refuted[] {
  const found =
    known.get(evidence) ??
    evidence.report.view.findings.flatMap((finding) => refute(evidence, finding) ?? []);
  known.set(evidence, found);
  return found;
}
