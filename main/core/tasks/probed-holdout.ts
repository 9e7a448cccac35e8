/**
 * Data of the second verification execution: the hold-out with probe rows among its own. Each hold-out row comes once
 * more with the task's noise, and for each raw column a sample of rows comes with that column's values exchanged among
 * them. Probe rows have new row_ids from the range of the ordinary ones, and stand anywhere: nothing marks them.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { ProbePlan } from "../evidence/probe-plan.ts";
import type { Manifest } from "./manifest.ts";
import { copyPublicFolder } from "./public-copy.ts";
import { seededOrder, seededRandom } from "./seeded-order.ts";
import type { Truth } from "./truth.ts";

const holdoutName = "holdout.csv";

/** Rows per exchanged column: the mean change is known to a few percent, and the model's work stays small. */
const permutedRows = 400;

const Records = z.array(z.array(z.string()));

type Row = readonly string[];

export interface ProbedHoldoutInput {
  readonly public: string;
  /** Made here, must not exist. */
  readonly into: string;
  readonly truth: Pick<Truth, "columns" | "faults">;
  readonly noise: Manifest["noise"];
}

/** Columns that a model may rightly use, and whose change therefore tells something. */
const isProbed = (columns: Truth["columns"], name: string): boolean => {
  const role = columns[name]?.role;
  return role === "feature" || role === "group" || role === "date";
};

const isNumeric = (columns: Truth["columns"], name: string): boolean => {
  const type = columns[name]?.type;
  return (type === "integer" || type === "number") && columns[name]?.role === "feature";
};

/**
 * Standard deviation of the known, believable values of a column, as `mle_bench.noise.gaussian` takes it of treated
 * data. A few planted impossible values would make the noise of every other row several times as large.
 */
const deviation = (values: readonly string[], believable: (value: number) => boolean): number => {
  const known = values
    .filter((value) => value !== "")
    .map(Number)
    .filter(believable);
  if (known.length === 0) return 0;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
};

/** Says of a column's values which ones nothing planted made impossible. */
const believableIn =
  (faults: Truth["faults"], column: string) =>
  (value: number): boolean =>
    faults.every(
      (fault) =>
        fault.kind !== "outlier" ||
        !fault.fields.includes(column) ||
        (value >= fault.valid.minimum && value <= fault.valid.maximum),
    );

/** Standard normal numbers by Box and Muller's method. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const withCell = (row: Row, place: number, value: string): string[] =>
  row.map((cell, i) => (i === place ? value : cell));

/** Ids that no hold-out row has, from the range of the ordinary ones first, in no order that tells them apart. */
const freeIds = (taken: readonly number[], count: number, random: () => number): number[] => {
  const used = new Set(taken);
  const lowest = taken.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const highest = taken.reduce((a, b) => Math.max(a, b), 0);
  // Three times as many places as are asked for, so that the draw below ends soon.
  const width = Math.max(highest - lowest + 1, 3 * (count + taken.length));
  const ids: number[] = [];
  while (ids.length < count) {
    const id = lowest + Math.floor(random() * width);
    if (!used.has(id)) {
      used.add(id);
      ids.push(id);
    }
  }
  return ids;
};

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const line = (row: Row): string => `${row.map(quoted).join(",")}\n`;

/** Which rows are added, as cells without their new row_id. Pure. */
export function probeRows(
  header: Row,
  rows: readonly Row[],
  { columns, faults }: ProbedHoldoutInput["truth"],
  noise: Manifest["noise"],
  random: () => number,
): {
  readonly noisy: { base: number; row: Row }[];
  readonly permuted: Map<string, { base: number; row: Row }[]>;
} {
  const numeric =
    noise.kind === "gaussian"
      ? header.flatMap((name, place) =>
          isNumeric(columns, name)
            ? [
                {
                  place,
                  sd: deviation(
                    rows.map((row) => row[place] ?? ""),
                    believableIn(faults, name),
                  ),
                },
              ]
            : [],
        )
      : [];
  const share = noise.kind === "gaussian" ? noise.share : 0;
  const noisy =
    numeric.length === 0
      ? []
      : rows.map((row, base) => ({
          base,
          row: numeric.reduce<Row>((cells, { place, sd }) => {
            const value = cells[place] ?? "";
            // Missing stays missing; six significant digits look like data, not like a computer's fraction.
            return value === ""
              ? cells
              : withCell(
                  cells,
                  place,
                  String(Number((Number(value) + normal(random) * share * sd).toPrecision(6))),
                );
          }, row),
        }));
  const permuted = new Map<string, { base: number; row: Row }[]>();
  for (const [place, name] of header.entries()) {
    if (!isProbed(columns, name)) continue;
    const sample = seededOrder(rows.length, `${name}/${random()}`).slice(0, permutedRows);
    permuted.set(
      name,
      // Each gets the value of the next in the sample: every value is a real one, and the sample keeps its distribution.
      sample.map((base, i) => ({
        base,
        row: withCell(rows[base] ?? [], place, rows[sample[(i + 1) % sample.length] ?? base]?.[place] ?? ""),
      })),
    );
  }
  return { noisy, permuted };
}

/** Fills `into` and says which row is which; the plan never enters the sandbox. The same input gives the same bytes. */
export async function probedHoldout({
  public: from,
  into,
  truth,
  noise,
}: ProbedHoldoutInput): Promise<ProbePlan> {
  await copyPublicFolder(from, into, [holdoutName]);
  const text = await readFile(join(from, holdoutName), "utf8");
  const [header = [], ...rows] = Records.parse(parse(text, { relax_column_count: true }));
  const idPlace = header.indexOf("row_id");
  const ids = rows.map((row) => Number(row[idPlace]));
  const random = seededRandom(text);
  const { noisy, permuted } = probeRows(header, rows, truth, noise, random);
  const count = noisy.length + [...permuted.values()].reduce((sum, probes) => sum + probes.length, 0);
  const fresh = freeIds(ids, count, random);
  const added: string[] = [];
  const place = (probes: readonly { base: number; row: Row }[]): ProbePlan["noisy"] =>
    probes.map(({ base, row }) => {
      const id = fresh.pop() ?? -1;
      added.push(line(withCell(row, idPlace, String(id))));
      return [id, ids[base] ?? -1];
    });
  const plan: ProbePlan = {
    schema: 1,
    noisy: place(noisy),
    permuted: Object.fromEntries([...permuted].map(([name, probes]) => [name, place(probes)])),
  };
  const all = [...rows.map(line), ...added];
  const order = seededOrder(all.length, `order/${text}`);
  await writeFile(join(into, holdoutName), [line(header), ...order.map((i) => all[i])].join(""));
  return plan;
}
