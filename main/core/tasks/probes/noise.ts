/** The task's noise on hold-out rows, as `mle_bench.noise` puts it on treated data. Pure. */
import type { Manifest } from "../manifest.ts";
import type { Truth } from "../truth.ts";
import { type HoldoutTable, type Row, withCell } from "./holdout-table.ts";

export type Columns = Truth["columns"];

/** Gives a row its noise. Null where the task has none, or none of its columns can take any. */
export function noiseOf(
  noise: Manifest["noise"],
  { header, rows }: HoldoutTable,
  { columns, faults }: Pick<Truth, "columns" | "faults">,
  text: string | null,
  random: () => number,
): ((row: Row) => Row) | null {
  switch (noise.kind) {
    case "none":
      return null;
    case "words": {
      const place = text === null ? -1 : header.indexOf(text);
      if (place === -1) return null;
      return (row) => withCell(row, place, withoutSomeWords(row[place] ?? "", noise.share, random));
    }
    case "gaussian": {
      const numeric = header.flatMap((name, place) => {
        if (!isNumericFeature(columns, name)) return [];
        const cells = rows.map((row) => row[place] ?? "");
        return [{ place, sd: noise.share * deviation(cells, believableIn(faults, name)) }];
      });
      if (numeric.length === 0) return null;
      return (row) =>
        numeric.reduce<Row>((cells, { place, sd }) => {
          const value = cells[place] ?? "";
          const number = Number(value);
          // Missing stays missing, and so does a number that is written as text. Six significant digits look like
          // data, not like a computer's fraction.
          return value.trim() === "" || !Number.isFinite(number)
            ? cells
            : withCell(cells, place, String(Number((number + normal(random) * sd).toPrecision(6))));
        }, row);
    }
  }
}

const isNumericFeature = (columns: Columns, name: string): boolean => {
  const column = columns[name];
  return column?.role === "feature" && (column.type === "integer" || column.type === "number");
};

/**
 * Standard deviation of the known, believable values of a column, as `mle_bench.noise.gaussian` takes it of treated
 * data. A few planted impossible values would make the noise of every other row several times as large.
 */
function deviation(values: readonly string[], isBelievable: (value: number) => boolean): number {
  const known = values
    .filter((value) => value.trim() !== "")
    .map(Number)
    .filter((value) => Number.isFinite(value) && isBelievable(value));
  if (known.length === 0) return 0;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
}

/** Says of a column's values which ones nothing planted made impossible. */
const believableIn =
  (faults: Truth["faults"], column: string) =>
  (value: number): boolean =>
    faults.every(
      (fault) =>
        (fault.kind !== "outlier" && fault.kind !== "unit") ||
        !fault.fields.includes(column) ||
        (value >= fault.valid.minimum && value <= fault.valid.maximum),
    );

/** Standard normal numbers by Box and Muller's method. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Each word is left out with the chance `share`; a text keeps at least one. */
function withoutSomeWords(text: string, share: number, random: () => number): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const kept = words.filter(() => random() >= share);
  return (kept.length > 0 ? kept : words.slice(0, 1)).join(" ");
}
