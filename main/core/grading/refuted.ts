/** Findings that the data contradicts: a finding is false by its own numbers, never because it is odd. */
import type { Evidence, RawTable } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import type { Fault } from "../tasks/truth.ts";
import { fieldsOf, findingsFor, statedCount, statedRate } from "./findings.ts";

const EMPTY = new Set(["", "na", "nan", "null", "none", "n/a", "nat"]);
export const isEmpty = (cell: string): boolean => EMPTY.has(cell.trim().toLowerCase());

const RATE = 0.01;
/** Share of ordinary rows that a bound may cut off before it calls ordinary values wrong. */
const ORDINARY = 0.01;

export interface Refuted {
  readonly finding: ReportFinding;
  readonly kind: "rate" | "count" | "ordinary" | "no_duplicates" | "no_column" | "no_shift";
  readonly said: number;
  readonly measured: number;
}

export function missingRate(table: RawTable, column: string): number | null {
  const cells = table.columns[column];
  return cells === undefined || table.rows === 0 ? null : cells.filter(isEmpty).length / table.rows;
}

/** Rows beyond the first of each key; null where a key column is not in the data. */
export function duplicateCount(table: RawTable, key: readonly string[]): number | null {
  const columns = key.map((name) => table.columns[name]);
  if (key.length === 0 || columns.some((cells) => cells === undefined)) {
    return null;
  }
  const seen = new Set(
    table.rowIds.map((_, row) => columns.map((cells) => cells?.[row] ?? "").join("\u0001")),
  );
  return table.rows - seen.size;
}

function columnOf(table: RawTable, finding: ReportFinding): string | null {
  const names = new Map(Object.keys(table.columns).map((name) => [name.toLowerCase(), name]));
  for (const field of fieldsOf(finding)) {
    const name = names.get(field);
    if (name !== undefined) {
      return name;
    }
  }
  return null;
}

function refuteMissing(evidence: Evidence, table: RawTable, finding: ReportFinding): Refuted | null {
  const column = columnOf(table, finding);
  const measured = column === null ? null : missingRate(table, column);
  if (measured === null) {
    return null;
  }
  // Rows that are not there at all leave no empty cell behind.
  if (findingsForAny(evidence, finding, "gap")) {
    return null;
  }
  const said = statedRate(finding, table.rows);
  if (said === null) {
    return measured === 0 ? { finding, kind: "rate", said: 0, measured } : null;
  }
  return Math.abs(said - measured) > RATE ? { finding, kind: "rate", said, measured } : null;
}

function refuteDuplicate(evidence: Evidence, table: RawTable, finding: ReportFinding): Refuted | null {
  const column = columnOf(table, finding);
  const key = finding.key.length > 0 ? finding.key : column === null ? [] : [column];
  const measured = duplicateCount(table, key);
  const said = statedCount(finding);
  // Whole equal rows, or near duplicates, cannot be counted from a key: only a planted fault could say more.
  if (measured === null || findingsForAny(evidence, finding)) {
    return null;
  }
  if (measured === 0 && said !== 0) {
    return { finding, kind: "no_duplicates", said: said ?? 0, measured };
  }
  return said !== null && said !== measured && said !== 0 ? { finding, kind: "count", said, measured } : null;
}

const findingsForAny = (evidence: Evidence, finding: ReportFinding, kind?: Fault["kind"]): boolean =>
  evidence.truth.faults.some(
    (fault) => (kind === undefined || fault.kind === kind) && findingsFor(evidence, fault).includes(finding),
  );

/** Row ids of values that a finding of outliers may rightly speak of. */
const oddRows = (fault: Fault): readonly number[] => {
  switch (fault.kind) {
    case "outlier":
    case "unit":
    case "stuck":
    case "closed":
      return fault.rows;
    default:
      return [];
  }
};

/** A bound is wrong where it cuts off ordinary rows: more than one in a hundred that nobody planted. */
function refuteLimit(evidence: Evidence, table: RawTable, finding: ReportFinding): Refuted | null {
  const column = columnOf(table, finding);
  const cells = column === null ? undefined : table.columns[column];
  if (cells === undefined || finding.limit === null) {
    return null;
  }
  const limit = finding.limit;
  const planted = new Set(
    evidence.truth.faults.flatMap((fault) =>
      column !== null && fault.fields.includes(column) ? oddRows(fault) : [],
    ),
  );
  const values = cells.map((cell) => (isEmpty(cell) ? Number.NaN : Number(cell)));
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) {
    return null;
  }
  // A limit may bound from above or from below: it is judged on the side that has fewer rows.
  const beyond = (side: 1 | -1): number =>
    values.filter((value, row) => side * (value - limit) > 0 && !planted.has(table.rowIds[row] ?? -1)).length;
  const cutOff = Math.min(beyond(1), beyond(-1));
  return cutOff / finite.length > ORDINARY
    ? { finding, kind: "ordinary", said: limit, measured: cutOff }
    : null;
}

function refute(evidence: Evidence, table: RawTable, finding: ReportFinding): Refuted | null {
  switch (finding.issue) {
    case "missing":
      return refuteMissing(evidence, table, finding);
    case "duplicate":
      return refuteDuplicate(evidence, table, finding);
    case "outlier":
    // Another unit is an inconsistency whose limit parts the two.
    case "inconsistency":
      return refuteLimit(evidence, table, finding);
    case "drift":
      return evidence.task.inspection.drift === "I" && !/no\b|keep/i.test(finding.action)
        ? { finding, kind: "no_shift", said: 0, measured: 0 }
        : null;
    default:
      return null;
  }
}

/** Every finding that its own numbers or the data refute. Empty where the data is not at hand. */
export function refutedFindings(evidence: Evidence): readonly Refuted[] {
  const table = evidence.data;
  return table === null
    ? []
    : evidence.report.view.findings.flatMap((finding) => refute(evidence, table, finding) ?? []);
}
