/** Reads `private/`: the truth and the labels of one variant. */
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

/** `labels.csv`: header `row_id,split,label`, written by our generators, without quotes. */
export async function readLabels(privateFolder: string): Promise<Labels> {
  const labels = {
    train: new Map<number, string>(),
    test: new Map<number, string>(),
    holdout: new Map<number, string>(),
  };
  const text = await readFile(join(privateFolder, "labels.csv"), "utf8");
  for (const [place, line] of text.trimEnd().split("\n").slice(1).entries()) {
    const [id, split, label] = line.split(",");
    if ((split !== "train" && split !== "test" && split !== "holdout") || label === undefined) {
      throw new Error(`labels.csv, line ${place + 2}: ${line}`);
    }
    labels[split].set(Number(id), label);
  }
  return labels;
}
