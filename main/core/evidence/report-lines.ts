/** In which line of report.json each value stands, so that a sentence about one can lead there. */
import { visit } from "jsonc-parser";

/** What sentences speak of lies no deeper: `metrics.statistical.f1`. */
const DEPTH = 3;
const LINES_BOUND = 5000;

/** Line from 1 by path, of values in objects within objects. */
export type ReportLines = ReadonlyMap<string, number>;

const keyOf = (path: readonly (string | number)[]): string => path.join("\u0001");

export function readLines(text: string): ReportLines {
  const lines = new Map<string, number>();
  visit(text, {
    onObjectProperty: (name, _offset, _length, line, _column, pathOf) => {
      const path = [...pathOf(), name];
      if (path.length <= DEPTH && lines.size < LINES_BOUND) {
        lines.set(keyOf(path), line + 1);
      }
    },
  });
  return lines;
}

/** The line of the innermost part of the path that is there; null where not even its first is. */
export function lineOf(lines: ReportLines, ...path: readonly string[]): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(keyOf(path.slice(0, length)));
    if (line !== undefined) {
      return line;
    }
  }
  return null;
}
