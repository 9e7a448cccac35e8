/**
 * Data of the second verification execution, by task: the hold-out with probe rows among its own, or with values
 * replaced in place, or the data of a rule with rows at its edges. Nothing marks what was changed; the plan that says it
 * never enters the sandbox. The same input gives the same bytes.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProbePlan } from "../evidence/probe-plan.ts";
import type { Manifest } from "./manifest.ts";
import { readLabels } from "./private-files.ts";
import { addedRows } from "./probes/added-rows.ts";
import { type HoldoutTable, lineOf, parseTable, type ProbeRow, withCell } from "./probes/holdout-table.ts";
import { noiseOf } from "./probes/noise.ts";
import { replacedRows } from "./probes/replaced-rows.ts";
import type { Labelled } from "./probes/words.ts";
import { copyPublicFolder } from "./public-copy.ts";
import { seededOrder, seededRandom } from "./seeded-order.ts";
import type { Truth } from "./truth.ts";

export type ProbedTask = Pick<Manifest, "probes" | "noise" | "data" | "key" | "history" | "text" | "target">;

export interface ProbedHoldoutInput {
  readonly public: string;
  readonly private: string;
  /** Made here, must not exist. */
  readonly into: string;
  readonly truth: Pick<Truth, "columns" | "faults">;
  readonly task: ProbedTask;
}

/** Where a rule task keeps the rows at the edges of its rule; the same columns as its data. */
export const edgesName = "edges.csv";

/** @throws where a task that has no hold-out asks for probes of it */
export async function probedHoldout(input: ProbedHoldoutInput): Promise<ProbePlan> {
  const { probes, data } = input.task;
  switch (probes) {
    case "edges":
      return withEdges(input);
    case "rows":
      return withHoldout(input, added);
    case "in_place":
    case "keys":
      return withHoldout(input, replaced);
    case "none":
      await copyPublicFolder(input.public, input.into, []);
      return { ...nothing, unprobed: data.holdout === null ? [] : [data.holdout] };
  }
}

const nothing: ProbePlan = {
  schema: 1,
  place: "added",
  noisy: [],
  permuted: {},
  unrelated: {},
  words: {},
  unprobed: [],
};

interface Altered {
  readonly lines: readonly string[];
  readonly plan: ProbePlan;
}

type Alter = (input: ProbedHoldoutInput, table: HoldoutTable, random: () => number) => Promise<Altered>;

async function withHoldout(input: ProbedHoldoutInput, alter: Alter): Promise<ProbePlan> {
  const { holdout } = input.task.data;
  if (holdout === null) throw new Error("a task without a hold-out has no probes in it");
  const text = await readFile(join(input.public, holdout), "utf8");
  const table = parseTable(text);
  const { lines, plan } = await alter(input, table, seededRandom(text));
  await copyPublicFolder(input.public, input.into, [holdout]);
  await writeFile(join(input.into, holdout), [lineOf(table.header), ...lines].join(""));
  return plan;
}

const added: Alter = async (input, table, random) => {
  const { truth, task } = input;
  const noise = noiseOf(task.noise, table, truth, task.text, random);
  const text =
    task.text === null ? null : { column: task.text, labelled: await labelledTexts(input, task.text) };
  const rows = addedRows(table, truth.columns, noise, text, random);
  const idPlace = table.header.indexOf("row_id");
  const ids = table.rows.map((row) => Number(row[idPlace]));
  const groups = [
    rows.noisy,
    ...rows.permuted.values(),
    ...rows.unrelated.values(),
    ...rows.words.map((one) => one.probes),
  ];
  const fresh = freeIds(
    ids,
    groups.reduce((sum, probes) => sum + probes.length, 0),
    random,
  );
  const lines = table.rows.map(lineOf);
  const place = (probes: readonly ProbeRow[]): ProbePlan["noisy"] =>
    probes.map(({ base, row }) => {
      const id = fresh.pop() ?? -1;
      lines.push(lineOf(withCell(row, idPlace, String(id))));
      return [id, ids[base] ?? -1];
    });
  const named = (groupsByName: ReadonlyMap<string, readonly ProbeRow[]>): ProbePlan["permuted"] =>
    Object.fromEntries([...groupsByName].map(([name, probes]) => [name, place(probes)]));
  const plan: ProbePlan = {
    ...nothing,
    noisy: place(rows.noisy),
    permuted: named(rows.permuted),
    unrelated: named(rows.unrelated),
    words: Object.fromEntries(
      rows.words.map(({ word, share, probes }) => [word, { share, pairs: place(probes) }]),
    ),
  };
  const order = seededOrder(lines.length, `order/${random()}`);
  return { lines: order.map((i) => lines[i] ?? ""), plan };
};

const replaced: Alter = async ({ truth, task }, table, random) => {
  const noise = noiseOf(task.noise, table, truth, task.text, random);
  const altered = replacedRows(table, {
    columns: truth.columns,
    key: task.key,
    history: task.history,
    target: task.target?.column ?? null,
    noise,
    random,
  });
  const idPlace = table.header.indexOf("row_id");
  const pairs = (places: readonly number[]): ProbePlan["noisy"] =>
    places.map((place) => {
      const id = Number(table.rows[place]?.[idPlace]);
      return [id, id];
    });
  const plan: ProbePlan = {
    ...nothing,
    place: "in_place",
    noisy: pairs(altered.noisy),
    permuted: Object.fromEntries([...altered.permuted].map(([name, places]) => [name, pairs(places)])),
    unprobed: [...altered.unprobed],
  };
  return { lines: altered.rows.map(lineOf), plan };
};

/** The rows at the edges stand anywhere among the others. */
async function withEdges({
  public: from,
  private: hidden,
  into,
  task,
}: ProbedHoldoutInput): Promise<ProbePlan> {
  const { labelled } = task.data;
  const data = parseTable(await readFile(join(from, labelled), "utf8"));
  const edges = parseTable(await readFile(join(hidden, edgesName), "utf8"));
  if (edges.header.join() !== data.header.join()) {
    throw new Error(`${edgesName} has other columns than ${labelled}`);
  }
  const lines = [...data.rows, ...edges.rows].map(lineOf);
  const order = seededOrder(lines.length, lines.join(""));
  await copyPublicFolder(from, into, [labelled]);
  await writeFile(join(into, labelled), [lineOf(data.header), ...order.map((i) => lines[i])].join(""));
  return { ...nothing, place: "edges" };
}

/** Texts of the labelled rows with their class: which words tell of it. */
async function labelledTexts(input: ProbedHoldoutInput, text: string): Promise<readonly Labelled[]> {
  const { header, rows } = parseTable(await readFile(join(input.public, input.task.data.labelled), "utf8"));
  const labels = await readLabels(input.private);
  const [idPlace, textPlace] = [header.indexOf("row_id"), header.indexOf(text)];
  return rows.flatMap((row) => {
    const label = labels.train.get(Number(row[idPlace]));
    return label === undefined ? [] : [{ text: row[textPlace] ?? "", label }];
  });
}

/** Ids that no hold-out row has, from the range of the ordinary ones first, in no order that tells them apart. */
function freeIds(taken: readonly number[], count: number, random: () => number): number[] {
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
}
