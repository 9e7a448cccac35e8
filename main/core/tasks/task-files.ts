/** Which files make a task, and where they lie. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
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

/** Everything that shapes a variant: a change of any of it makes another task. Cards and solutions shape none. */
export async function shapingFiles(tasksFolder: string, id: string): Promise<Map<string, Uint8Array>> {
  const generation = (await readdir(join(tasksFolder, generationFolder))).filter((name) =>
    name.endsWith(".py"),
  );
  const paths = [
    join(tasksFolder, id, "task.yaml"),
    join(tasksFolder, id, "generator.py"),
    ...languages.flatMap((language) => [
      ...[...taskDocuments(language).keys()].map((name) => join(tasksFolder, id, name)),
      ...[...sharedDocuments(language).keys()].map((name) => join(tasksFolder, name)),
    ]),
    ...generation.map((name) => join(tasksFolder, generationFolder, name)),
  ];
  const files = new Map<string, Uint8Array>();
  for (const path of paths) files.set(relative(tasksFolder, path), await readFile(path));
  return files;
}
