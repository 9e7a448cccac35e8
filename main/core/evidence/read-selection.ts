/**
 * Reads a `selection.csv`: one column of ids. Every departure is named; what can be read is used. Ids are compared as
 * text after the same normalisation as labels (`7.0` and `7` are one id).
 */
import { normaliseLabel } from "./read-predictions.ts";

export const MAX_SELECTION_BYTES = 64_000_000;

export type SelectionReading =
  | { readonly state: "absent"; readonly reason: string | null }
  | {
      readonly state: "read";
      readonly ids: ReadonlySet<string>;
      /** Lines that repeat an id. */
      readonly repeated: number;
      /** Columns beside the id. */
      readonly further: readonly string[];
      readonly problem: string | null;
    };

/** @param idColumn the column that the task's dictionary names */
export function readSelection(
  bytes: Buffer | null,
  idColumn: string,
  reason: string | null = null,
): SelectionReading {
  if (bytes === null) return { state: "absent", reason };
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const [header = "", ...lines] = text.split(/\r?\n/);
  const names = cellsOf(header);
  const at = names.indexOf(idColumn);
  // A file with one column under another name can hold nothing but the ids.
  const place = at >= 0 ? at : names.length === 1 ? 0 : -1;
  if (place < 0) {
    const problem = `selection.csv has no column ${idColumn}, but ${names.slice(0, 5).join(", ")}`;
    return { state: "read", ids: new Set(), repeated: 0, further: names, problem };
  }
  const ids = new Set<string>();
  let repeated = 0;
  for (const line of lines) {
    const id = normaliseLabel(cellsOf(line)[place] ?? "");
    if (id === "") continue;
    if (ids.has(id)) repeated += 1;
    ids.add(id);
  }
  return {
    state: "read",
    ids,
    repeated,
    further: names.filter((_, column) => column !== place),
    problem: at >= 0 ? null : `the column of selection.csv is called ${names[0] ?? ""}, not ${idColumn}`,
  };
}

/** Ids hold no commas; quotes around a cell are taken off. */
const cellsOf = (line: string): readonly string[] =>
  line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
