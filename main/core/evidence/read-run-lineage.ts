/** The lineage of a run as the grader reads it, for people to look at. */
import { join } from "node:path";
import type { ResultOf } from "../../../preload/contract/index.ts";
import { MAX_ARTIFACT_BYTES, MAX_TEXT_BYTES, readCollected } from "./collected-file.ts";
import { type LineageReading, readLineage } from "./read-lineage.ts";
import { readReport } from "./read-report.ts";

/** More than these is a wall of boxes that nobody reads. */
const MAX_DRAWN = 100;
const MAX_ARROWS = 300;

/** The one in report.json, else lineage.mmd: what the check of the lineage looks at. */
export async function readRunLineage(reportFolder: string): Promise<ResultOf<"runs.lineage">> {
  const bytes = await readCollected(join(reportFolder, "report.json"), MAX_ARTIFACT_BYTES);
  const drawn = await readCollected(join(reportFolder, "lineage.mmd"), MAX_TEXT_BYTES);
  return drawingOf(readLineage(readReport(bytes, {}, null).view.lineage ?? drawn?.toString("utf8") ?? null));
}

export function drawingOf(reading: LineageReading): ResultOf<"runs.lineage"> {
  if (reading.state === "absent") return { state: "absent" };
  if (reading.state === "broken") return { state: "broken", line: reading.line, text: reading.text };
  const nodes = [...reading.nodes].slice(0, MAX_DRAWN).map(([id, label]) => ({ id, label }));
  const kept = new Set(nodes.map(({ id }) => id));
  const edges = reading.edges
    .filter(([from, to]) => kept.has(from) && kept.has(to))
    .slice(0, MAX_ARROWS)
    .map(([from, to]) => ({ from, to }));
  return { state: "read", nodes, edges, left: reading.nodes.size - nodes.length };
}
