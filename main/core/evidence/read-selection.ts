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
      /** Line of the file, from 1. */
      readonly firstRepeated: { readonly line: number; readonly id: string } | null;
      /** Columns beside the id. */
      readonly further: readonly string[];
      /** `other_name`: the only column is called otherwise; `no_column`: none of several is the id's. */
      readonly header: {
        readonly kind: "as_asked" | "other_name" | "no_column";
        readonly names: readonly string[];
      };
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
    return {
      state: "read",
      ids: new Set(),
      repeated: 0,
      firstRepeated: null,
      further: names,
      header: { kind: "no_column", names },
    };
  }
  const ids = new Set<string>();
  let repeated = 0;
  let firstRepeated: { readonly line: number; readonly id: string } | null = null;
  for (const [index, line] of lines.entries()) {
    const id = normaliseLabel(cellsOf(line)[place] ?? "");
    if (id === "") continue;
    if (ids.has(id)) {
      repeated += 1;
      firstRepeated ??= { line: index + 2, id: id.slice(0, 80) };
    }
    ids.add(id);
  }
  return {
    state: "read",
    ids,
    repeated,
    firstRepeated,
    further: names.filter((_, column) => column !== place),
    header: { kind: at >= 0 ? "as_asked" : "other_name", names },
  };
}

/** Ids hold no commas; quotes around a cell are taken off. */
const cellsOf = (line: string): readonly string[] =>
  line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
