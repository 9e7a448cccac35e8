/** Which variants of a task lie in the data folder. */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { KeptVariant } from "../../../preload/contract/task.ts";
import { Language } from "../../../preload/contract/task.ts";
import type { Task } from "./task.ts";
import { variantShelf } from "./variant-folder.ts";

const Mark = z.object({ generated: z.string() });

/** Those of the task as it is now, by number and language; one that is being made is not among them. */
export async function keptVariants(task: Task, home: string): Promise<KeptVariant[]> {
  const shelf = variantShelf(home, task);
  if (!existsSync(shelf)) return [];
  const kept: KeptVariant[] = [];
  for (const name of await readdir(shelf)) {
    const match = /^variant-(\d+)-([a-z]{2})$/.exec(name);
    const language = Language.safeParse(match?.[2]);
    const mark = await readMark(join(shelf, name, "variant.json"));
    if (match === null || !language.success || mark === null) continue;
    const folder = join(shelf, name, "public");
    kept.push({
      variant: Number(match[1]),
      language: language.data,
      digest: mark.generated,
      folder,
      bytes: await bytesOf(folder),
    });
  }
  return kept.toSorted((a, b) => a.variant - b.variant || (a.language < b.language ? -1 : 1));
}

async function readMark(path: string): Promise<z.infer<typeof Mark> | null> {
  try {
    return Mark.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // No mark, or a damaged one: the next who asks for the variant makes it anew.
    return null;
  }
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}
