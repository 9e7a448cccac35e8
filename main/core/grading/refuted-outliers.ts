/** Findings of impossible values that call ordinary ones wrong: by their limit, their count, or their action. */
import type { Evidence, RawTable } from "../evidence/evidence.ts";
import type { ReportFinding } from "../evidence/report-view.ts";
import type { Fault } from "../tasks/truth.ts";
import { changesData, isNeutral } from "./finding-says.ts";
import { faultsNamedBy } from "./findings.ts";
import { modeOf } from "./inspection.ts";
import { columnOf, isEmpty } from "./labelled-table.ts";
import type { Refuted } from "./refuted.ts";

/** Share of ordinary rows that may be called wrong before it is an error and no matter of taste. */
const ORDINARY = 0.01;

const rowsOf = (fault: Fault): readonly number[] => ("rows" in fault ? (fault.rows ?? []) : []);

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

/** A limit that cuts off ordinary rows calls them wrong. */
function byLimit(
  evidence: Evidence,
  table: RawTable,
  column: string,
  finding: ReportFinding & { readonly limit: number },
  tolerated: number,
): Refuted | null {
  const { limit } = finding;
  const planted = new Set(
    evidence.truth.faults.flatMap((fault) => (fault.fields.includes(column) ? oddRows(fault) : [])),
  );
  const values = (table.columns[column] ?? []).map((cell) => (isEmpty(cell) ? Number.NaN : Number(cell)));
  const rows = values.filter(Number.isFinite).length;
  // A limit may bound from above or from below: it is judged on the side that has fewer rows.
  const beyond = (side: 1 | -1): number =>
    values.filter((value, row) => side * (value - limit) > 0 && !planted.has(table.rowIds[row] ?? -1)).length;
  const cutOff = Math.min(beyond(1), beyond(-1));
  return rows > 0 && cutOff / rows > tolerated
    ? { finding, kind: "ordinary", said: limit, measured: cutOff }
    : null;
}

/** More rows are called wrong than all that anybody planted there. */
function byCount(
  finding: ReportFinding,
  count: number,
  rows: number,
  named: readonly Fault[],
  tolerated: number,
): Refuted | null {
  const planted = new Set(named.flatMap(rowsOf)).size;
  const ordinary = Math.round(count) - planted;
  return ordinary > tolerated * rows
    ? { finding, kind: "ordinary_rows", said: Math.round(count), measured: ordinary }
    : null;
}

export function refuteOutliers(evidence: Evidence, finding: ReportFinding): Refuted | null {
  if (isNeutral(finding)) {
    return null;
  }
  const table = evidence.data;
  const named = faultsNamedBy(evidence, finding);
  // Where nothing is wrong, whatever is changed as wrong was ordinary.
  const strict =
    modeOf(evidence, "outliers") === "I" &&
    finding.issue === "outlier" &&
    named.length === 0 &&
    changesData(finding.action);
  const tolerated = strict ? 0 : ORDINARY;
  const rows = table?.rows ?? 0;
  const count = finding.count ?? (finding.rate === null ? null : finding.rate * rows);
  const column = table === null ? null : columnOf(table, finding);
  const { limit } = finding;
  const hasLimit = limit !== null && table !== null && column !== null;
  const found =
    (hasLimit ? byLimit(evidence, table, column, { ...finding, limit }, tolerated) : null) ??
    (count !== null && (rows > 0 || strict) ? byCount(finding, count, rows, named, tolerated) : null);
  if (found !== null) {
    return { ...found, finding };
  }
  return strict && !hasLimit && count === null
    ? { finding, kind: "nothing_wrong", said: 0, measured: 0 }
    : null;
}
