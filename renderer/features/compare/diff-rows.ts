/** Turns a unified list of lines into rows of two columns, and folds what is the same on both sides. */
import type { CodeLine } from "../../../preload/contract/comparison.ts";

export interface DiffCell {
  readonly line: number;
  readonly text: string;
}
export type DiffRow =
  | { readonly kind: "same" | "changed"; readonly a: DiffCell | null; readonly b: DiffCell | null }
  | { readonly kind: "fold"; readonly from: number; readonly count: number };

const cell = (line: number | null, text: string): DiffCell | null => (line === null ? null : { line, text });

export function pairLines(lines: readonly CodeLine[]): readonly Exclude<DiffRow, { kind: "fold" }>[] {
  const rows: Exclude<DiffRow, { kind: "fold" }>[] = [];
  let removed: CodeLine[] = [];
  let added: CodeLine[] = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
      const left = removed[i];
      const right = added[i];
      rows.push({
        kind: "changed",
        a: left === undefined ? null : cell(left.a, left.text),
        b: right === undefined ? null : cell(right.b, right.text),
      });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      flush();
      rows.push({ kind: "same", a: cell(line.a, line.text), b: cell(line.b, line.text) });
    }
  }
  flush();
  return rows;
}

/** Runs of equal rows longer than two contexts are folded, unless opened by where they begin. */
export function foldSame(
  rows: readonly Exclude<DiffRow, { kind: "fold" }>[],
  context: number,
  opened: ReadonlySet<number>,
): readonly DiffRow[] {
  const out: DiffRow[] = [];
  let i = 0;
  while (i < rows.length) {
    let end = i;
    while (rows[end]?.kind === "same") end += 1;
    if (end === i) {
      const row = rows[i];
      if (row !== undefined) out.push(row);
      i += 1;
      continue;
    }
    const from = i === 0 ? i : i + context;
    const to = end === rows.length ? end : end - context;
    if (to - from > 1 && !opened.has(from)) {
      out.push(...rows.slice(i, from), { kind: "fold", from, count: to - from }, ...rows.slice(to, end));
    } else out.push(...rows.slice(i, end));
    i = end;
  }
  return out;
}
