/** Data of the first verification run: the same files, hold-out rows in another order. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { copyPublicFolder } from "./public-copy.ts";
import { seededOrder } from "./seeded-order.ts";

const holdoutName = "holdout.csv";

/** What csv-parse gives with `raw`; its types do not say so. */
const RawRecords = z.array(z.object({ raw: z.string() }));

/**
 * Fills `into` (made here, must not exist) with the files of a public folder, and the hold-out reordered. Which order
 * it is depends on the hold-out alone. Every record keeps its text to the byte, quotes and line ends included.
 */
export async function reorderedHoldout(publicFolder: string, into: string): Promise<void> {
  await copyPublicFolder(publicFolder, into, [holdoutName]);
  const [header, ...records] = rawRecords(await readFile(join(publicFolder, holdoutName), "utf8"));
  const order = seededOrder(records.length, records.join(""));
  await writeFile(join(into, holdoutName), [header, ...order.map((place) => records[place])].join(""));
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
