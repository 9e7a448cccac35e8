/** Data of the first verification run: the same files, hold-out rows in another order. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { Manifest } from "./manifest.ts";
import { copyPublicFolder } from "./public-copy.ts";
import { seededOrder } from "./seeded-order.ts";

/** What csv-parse gives with `raw`; its types do not say so. */
const RawRecords = z.array(z.object({ raw: z.string() }));

/**
 * Fills `into` (made here, must not exist) with the files of a public folder, and the hold-out reordered; a task without
 * a hold-out gets the same files. Which order it is depends on the hold-out alone. Every record keeps its text to the
 * byte, quotes and line ends included.
 */
export async function reorderedHoldout(
  { data }: Pick<Manifest, "data">,
  publicFolder: string,
  into: string,
): Promise<void> {
  if (data.holdout === null) return copyPublicFolder(publicFolder, into, []);
  await copyPublicFolder(publicFolder, into, [data.holdout]);
  const [header, ...records] = rawRecords(await readFile(join(publicFolder, data.holdout), "utf8"));
  const order = seededOrder(records.length, records.join(""));
  await writeFile(join(into, data.holdout), [header, ...order.map((place) => records[place])].join(""));
}

/** The text of each record with its line end. A quoted cell may hold line ends, so lines are not records. */
function rawRecords(text: string): string[] {
  const records = RawRecords.parse(parse(text, { raw: true, relax_column_count: true })).map(
    ({ raw }) => raw,
  );
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  // The last record may lack its line end, and csv-parse gives only the first half of a Windows one.
  return records.map((record) => record.replace(/[\r\n]+$/, "") + lineEnd);
}
