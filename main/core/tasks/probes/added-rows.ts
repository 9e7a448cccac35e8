/** Probe rows beside the ordinary ones: noisy copies, exchanged columns, removed words. Pure. */
import type { Truth } from "../truth.ts";
import type { HoldoutTable, ProbeRow, Row } from "./holdout-table.ts";
import { exchanged, sample, unrelatedColumns, usableColumns } from "./exchange.ts";
import { type Labelled, type WordProbe, wordProbes } from "./words.ts";

/** Rows per exchanged column: the mean change is known to a few percent, and the model's work stays small. */
const permutedRows = 400;
const unrelatedRows = 200;
/** Noisy copies of more rows than these tell nothing more. */
const noisyRows = 20_000;

export interface AddedRows {
  readonly noisy: readonly ProbeRow[];
  readonly permuted: ReadonlyMap<string, readonly ProbeRow[]>;
  readonly unrelated: ReadonlyMap<string, readonly ProbeRow[]>;
  readonly words: readonly WordProbe[];
}

export function addedRows(
  table: HoldoutTable,
  columns: Truth["columns"],
  noise: ((row: Row) => Row) | null,
  text: { readonly column: string; readonly labelled: readonly Labelled[] } | null,
  random: () => number,
): AddedRows {
  const { rows } = table;
  const some =
    rows.length > noisyRows ? sample(noisyRows, rows.length, `noisy/${random()}`) : [...rows.keys()];
  const noisy = noise === null ? [] : some.map((base) => ({ base, row: noise(rows[base] ?? []) }));
  const exchangedBy = (names: readonly string[], count: number): ReadonlyMap<string, readonly ProbeRow[]> =>
    new Map(
      names.map((name) => [name, exchanged(table, name, sample(count, rows.length, `${name}/${random()}`))]),
    );
  return {
    noisy,
    permuted: exchangedBy(usableColumns(table, columns, text?.column ?? null), permutedRows),
    unrelated: exchangedBy(unrelatedColumns(table, columns), unrelatedRows),
    words: text === null ? [] : wordProbes(table, text.column, text.labelled),
  };
}
