import type { CodePlace } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** Where a broken lineage stands; null in a report, whose own lines are not those of the text in it. */
export const lineagePlace = ({ lineage, report }: Evidence): CodePlace | null =>
  lineage.state === "broken" && report.view.lineage === null
    ? { file: "lineage.mmd", line: lineage.line }
    : null;
