/** Which files make a task, and where they lie. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "../../../preload/contract/task.ts";

/** The tasks that come with the product. */
export const productTasksFolder = join(import.meta.dirname, "..", "..", "..", "tasks");

/** What every generator shares; it lies beside the tasks. */
export const generationFolder = "generation";

/** Documents of one task, put into `public/` under the name on the right. */
export const taskDocuments = (language: Language): ReadonlyMap<string, string> =>
  new Map([
    [`README.${language}.md`, "README.md"],
    [`data_dictionary.${language}.md`, "data_dictionary.md"],
  ]);

/** Documents that all tasks share. */
export const sharedDocuments = (language: Language): ReadonlyMap<string, string> =>
  new Map([
    [`contract.${language}.md`, "CONTRACT.md"],
    ["report.schema.json", "report.schema.json"],
    ["report.example.json", "report.example.json"],
  ]);

export const languages: readonly Language[] = ["en", "zh"];

/** Where tasks lie, and where what they share does: contract, report schema, `generation/` and `baselines/`. */
export interface TaskPlace {
  readonly folder: string;
  readonly shared: string;
}

export const productPlace: TaskPlace = { folder: productTasksFolder, shared: productTasksFolder };

/** The user's own tasks; they share what the product brings. */
export const ownPlace = (home: string): TaskPlace => ({
  folder: join(home, "own-tasks"),
  shared: productTasksFolder,
});

/**
 * Everything that shapes a variant, by its name in a folder of tasks: a change of any of it makes another task. Cards
 * and solutions shape none.
 */
export async function shapingFiles(place: TaskPlace, id: string): Promise<Map<string, Uint8Array>> {
  const generation = (await readdir(join(place.shared, generationFolder))).filter((name) =>
    name.endsWith(".py"),
  );
  const own = [
    "task.yaml",
    "generator.py",
    ...languages.flatMap((language) => [...taskDocuments(language).keys()]),
  ];
  const shared = [
    ...languages.flatMap((language) => [...sharedDocuments(language).keys()]),
    ...generation.map((name) => join(generationFolder, name)),
  ];
  const files = new Map<string, Uint8Array>();
  for (const name of own) files.set(join(id, name), await readFile(join(place.folder, id, name)));
  for (const name of shared) files.set(name, await readFile(join(place.shared, name)));
  return files;
}
