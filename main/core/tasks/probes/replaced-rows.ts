/**
 * Values of the hold-out replaced in place, for tasks where a row more would change the others: forecasts, and tables
 * with a history for each key. Every row is altered in one way at most, so that its answer says what that way did.
 */
import { seededOrder } from "../seeded-order.ts";
import type { Truth } from "../truth.ts";
import type { HoldoutTable, Row } from "./holdout-table.ts";
import { exchanged, isConstant, usableColumns } from "./exchange.ts";

/** Each exchanged column gets a tenth of the keys; the noise keeps at least this share of them. */
const columnShare = 0.1;
const leastNoiseShare = 0.3;

export interface ReplacedRows {
  /** The whole table, altered. */
  readonly rows: readonly Row[];
  /** Places of the rows with noise. */
  readonly noisy: readonly number[];
  /** Places of the rows by exchanged column. */
  readonly permuted: ReadonlyMap<string, readonly number[]>;
  readonly unprobed: readonly string[];
}

export interface Replacing {
  readonly columns: Truth["columns"];
  readonly key: readonly string[];
  /** Rows of one value of these are altered together; empty: each row is its own. */
  readonly history: readonly string[];
  readonly target: string | null;
  readonly noise: ((row: Row) => Row) | null;
  readonly random: () => number;
}

export function replacedRows(table: HoldoutTable, task: Replacing): ReplacedRows {
  const { header } = table;
  // Another key would make two rows of one; the past of the target stands in no row of the hold-out.
  const fixed = new Set([...task.key, ...task.history]);
  const usable = usableColumns(table, task.columns, null);
  const probed = usable.filter((name) => !fixed.has(name) && !isConstant(table.rows, header.indexOf(name)));
  const unprobed = [
    ...usable.filter((name) => !probed.includes(name)),
    ...(task.target === null ? [] : [task.target]),
  ];
  const groups = groupsOf(table, task.history);
  const order = seededOrder(groups.length, `groups/${task.random()}`);
  const taken = new Map<string, readonly number[]>();
  let next = 0;
  const each = sizeOfShare(groups.length, probed.length);
  for (const name of probed) {
    const mine = order.slice(next, next + each).flatMap((group) => groups[group] ?? []);
    next += each;
    const place = header.indexOf(name);
    // An exchange of equal values shows nothing.
    if (new Set(mine.map((row) => table.rows[row]?.[place])).size > 1) taken.set(name, mine);
    else unprobed.push(name);
  }
  const noisy = task.noise === null ? [] : order.slice(next).flatMap((group) => groups[group] ?? []);
  const rows = [...table.rows];
  for (const [name, places] of taken) {
    for (const { base, row } of exchanged(table, name, mixed(table, name, places, task.random)))
      rows[base] = row;
  }
  for (const place of noisy) rows[place] = task.noise?.(table.rows[place] ?? []) ?? rows[place] ?? [];
  return { rows, noisy, permuted: taken, unprobed };
}

/** A tenth of the groups; less where there are many columns, at least one group, of single rows at least two. */
function sizeOfShare(groups: number, columns: number): number {
  if (columns === 0) return 0;
  const share = Math.min(columnShare, (1 - leastNoiseShare) / columns);
  return Math.max(Math.floor(share * groups), Math.min(2, Math.floor(groups / (columns + 1))));
}

function groupsOf(
  { header, rows }: HoldoutTable,
  history: readonly string[],
): readonly (readonly number[])[] {
  const places = history.map((name) => header.indexOf(name));
  const groups = new Map<string, number[]>();
  for (const [i, row] of rows.entries()) {
    const key = places.length === 0 ? String(i) : places.map((place) => row[place] ?? "").join("\u0001");
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [i]);
    else known.push(i);
  }
  return [...groups.values()];
}

/** An order in which neighbours differ where they can: an exchange of equal values shows nothing. */
function mixed(
  { header, rows }: HoldoutTable,
  column: string,
  places: readonly number[],
  random: () => number,
): readonly number[] {
  const place = header.indexOf(column);
  const byValue = new Map<string, number[]>();
  for (const i of seededOrder(places.length, `${column}/${random()}`)) {
    const base = places[i] ?? -1;
    const value = rows[base]?.[place] ?? "";
    byValue.set(value, [...(byValue.get(value) ?? []), base]);
  }
  const stacks = [...byValue.values()].toSorted((a, b) => b.length - a.length);
  const result: number[] = [];
  for (let depth = 0; result.length < places.length; depth += 1) {
    for (const stack of stacks) {
      const base = stack[depth];
      if (base !== undefined) result.push(base);
    }
  }
  return result;
}
