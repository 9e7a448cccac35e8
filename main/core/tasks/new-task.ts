/** Makes the folder of a new task from the template that the product brings. */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { allTaskIds } from "./catalogue.ts";
import { digestFolder } from "./digest.ts";
import type { RunGenerator } from "./generator-run.ts";
import { ownPlace, productTasksFolder } from "./task-files.ts";

/** Beside the tasks; its manifest has another name, so that it is none of them. */
const templateFolder = join(productTasksFolder, "template");
const manifestTemplate = "task.template.yaml";
const faultsTemplate = "faults.json";

/** One faulty solution: what its fault.yaml says, and which texts of the reference are others. */
const Faults = z.array(
  z.object({
    name: z.string(),
    fault: z.string(),
    section: z.string(),
    loses: z.array(z.string()),
    may_lose: z.array(z.string()).default([]),
    replace: z.array(z.tuple([z.string(), z.string()])).min(1),
  }),
);

export interface NewTaskOptions {
  readonly home: string;
  /** Folder of the task's folder; null: the user's own tasks. */
  readonly into: string | null;
  readonly generate: RunGenerator;
  readonly signal: AbortSignal;
}

export interface NewTask {
  readonly task: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** @throws WorkbenchError usage, conflict, and what generating throws */
export async function makeTask(id: string, options: NewTaskOptions): Promise<NewTask> {
  if (!/^[a-z][a-z0-9_]{1,40}$/.test(id)) {
    throw new WorkbenchError(
      "usage",
      `"${id}" is no name for a task.`,
      "Use lower-case letters, digits and underscores, beginning with a letter: late_orders.",
      { name: id },
    );
  }
  const place = options.into ?? ownPlace(options.home).folder;
  const folder = join(place, id);
  if (existsSync(folder) || (await allTaskIds(options.home)).includes(id)) {
    throw new WorkbenchError("conflict", `There is a task ${id} already.`, "Choose another name.", {
      name: id,
    });
  }
  await mkdir(place, { recursive: true });
  const draft = await mkdtemp(join(place, ".new-"));
  try {
    await writeTask(id, join(draft, id), options);
    await rename(join(draft, id), folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return { task: id, folder, files: files.toSorted() };
}

async function writeTask(id: string, folder: string, options: NewTaskOptions): Promise<void> {
  await cp(templateFolder, folder, { recursive: true, filter: (path) => !path.endsWith("__pycache__") });
  await rm(join(folder, faultsTemplate));
  await rename(join(folder, manifestTemplate), join(folder, "task.yaml"));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    await writeFile(path, named(await readFile(path, "utf8"), id));
  }
  await writeFaultySolutions(join(folder, "solutions"));
  await writeDigest(id, folder, options);
}

const named = (text: string, id: string): string => {
  const words = id.replaceAll("_", " ");
  return text
    .replaceAll("TASK_ID_HERE", id)
    .replaceAll("TASK_TITLE_HERE", words.charAt(0).toUpperCase() + words.slice(1));
};

async function writeFaultySolutions(solutions: string): Promise<void> {
  const reference = await readFile(join(solutions, "reference", "solution.py"), "utf8");
  const faults = Faults.parse(JSON.parse(await readFile(join(templateFolder, faultsTemplate), "utf8")));
  for (const { name, fault, section, loses, may_lose: mayLose, replace } of faults) {
    let program = reference;
    for (const [from, to] of replace) {
      if (!program.includes(from)) throw new Error(`the template's reference has no "${from}"`);
      program = program.replace(from, to);
    }
    await mkdir(join(solutions, name));
    await writeFile(join(solutions, name, "solution.py"), program);
    const list = (key: string, checks: readonly string[]): string =>
      checks.length === 0 ? "" : `${key}:\n${checks.map((check) => `  - ${check}\n`).join("")}`;
    const text = `fault: ${fault}\nsection: "${section}"\n${list("loses", loses)}${list("may_lose", mayLose)}`;
    await writeFile(join(solutions, name, "fault.yaml"), text);
  }
}

/** The digest of variant 0 belongs to the name: the name is part of every seed. */
async function writeDigest(id: string, folder: string, options: NewTaskOptions): Promise<void> {
  const scratch = await mkdtemp(join(folder, "..", ".generating-"));
  try {
    const made = await options.generate({
      task: id,
      taskFolder: folder,
      sharedFolder: productTasksFolder,
      variant: 0,
      scratch,
      timeoutSeconds: 120,
      signal: options.signal,
    });
    const manifest = join(folder, "task.yaml");
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace("DIGEST_HERE", await digestFolder(made)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
