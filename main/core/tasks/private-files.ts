/** Reads `private/`: truth, labels and what a forecast is scaled by. Our own files, so a fault in them is thrown. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Truth } from "./truth.ts";

export async function readTruth(privateFolder: string): Promise<Truth> {
  return Truth.parse(JSON.parse(await readFile(join(privateFolder, "truth.json"), "utf8")));
}

export interface Labels {
  /** Label by row_id, text as in the file. */
  readonly train: ReadonlyMap<number, string>;
  readonly test: ReadonlyMap<number, string>;
  readonly holdout: ReadonlyMap<number, string>;
}

/** `labels.csv`: header `row_id,split,label`, written by a generator, without quotes. Absent: no labels. */
export async function readLabels(privateFolder: string): Promise<Labels> {
  const labels = {
    train: new Map<number, string>(),
    test: new Map<number, string>(),
    holdout: new Map<number, string>(),
  };
  for (const [place, [id, split, label]] of (await readRows(privateFolder, "labels.csv")).entries()) {
    if ((split !== "train" && split !== "test" && split !== "holdout") || label === undefined) {
      throw new Error(`labels.csv, line ${place + 2}: ${id},${split},${label}`);
    }
    labels[split].set(Number(id), label);
  }
  return labels;
}

/** `last_week.csv`: header `row_id,prediction`; null where the task has none. */
export async function readLastWeek(privateFolder: string): Promise<ReadonlyMap<number, number> | null> {
  if (!existsSync(join(privateFolder, "last_week.csv"))) return null;
  const values = new Map<number, number>();
  for (const [place, [id, value]] of (await readRows(privateFolder, "last_week.csv")).entries()) {
    const number = Number(value);
    if (value === undefined || value === "" || !Number.isFinite(number)) {
      throw new Error(`last_week.csv, line ${place + 2}: ${id},${value}`);
    }
    values.set(Number(id), number);
  }
  return values;
}

/** Cells of each line after the header; none where the file is absent. */
async function readRows(folder: string, name: string): Promise<string[][]> {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  const text = (await readFile(path, "utf8")).trimEnd();
  return text
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}
