import type { CodePlace } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { lineOf } from "../evidence/report-lines.ts";

/** Where a broken lineage stands. In a report that is the line of the whole text, whose own lines are in one. */
export function lineagePlace({ lineage, report }: Evidence): CodePlace | null {
  if (lineage.state !== "broken") {
    return null;
  }
  if (report.view.lineage === null) {
    return { file: "lineage.mmd", line: lineage.line };
  }
  const line = report.state === "absent" ? null : lineOf(report.lines, "lineage");
  return line === null ? null : { file: "report.json", line };
}
