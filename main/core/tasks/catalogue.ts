/** The tasks that the product brings. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Language, TaskDetail, TaskSummary } from "../../../preload/contract/task.ts";
import { Calibration } from "./calibration-file.ts";
import { digestOf } from "./digest.ts";
import { Manifest } from "./manifest.ts";
import { familyNames } from "./model-families.ts";
import type { Task } from "./task.ts";
import { productTasksFolder, shapingFiles } from "./task-files.ts";

/** Ids of the tasks in a folder, in alphabetical order. */
export async function taskIds(tasksFolder: string = productTasksFolder): Promise<string[]> {
  const entries = await readdir(tasksFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(tasksFolder, entry.name, "task.yaml")))
    .map((entry) => entry.name)
    .toSorted();
}

/**
 * Reads and checks one task.
 * @throws WorkbenchError not_found; task_invalid, which names the file and the place in it.
 */
export async function loadTask(id: string, tasksFolder: string = productTasksFolder): Promise<Task> {
  const known = await taskIds(tasksFolder);
  if (!known.includes(id)) {
    throw new WorkbenchError(
      "not_found",
      `There is no task "${id}".`,
      `The tasks are: ${known.join(", ") || "none"}.`,
      { task: id },
    );
  }
  const folder = join(tasksFolder, id);
  const manifest = await readManifest(folder);
  const files = await shapingFiles(tasksFolder, id).catch((error: NodeJS.ErrnoException) => {
    throw invalid(id, error.path ?? folder, "the file is missing or cannot be read");
  });
  return {
    ...manifest,
    folder,
    digest: digestOf(files),
    solutions: await solutionNames(folder),
    calibration: await readCalibration(folder, manifest),
  };
}

export async function listTasks(
  language: Language,
  tasksFolder: string = productTasksFolder,
): Promise<TaskSummary[]> {
  const tasks = await Promise.all((await taskIds(tasksFolder)).map((id) => loadTask(id, tasksFolder)));
  return tasks.map((task) => summaryOf(task, language));
}

/** Everything about a task but its rubric, which the grader adds. */
export async function showTask(
  id: string,
  language: Language,
  tasksFolder: string = productTasksFolder,
): Promise<Omit<TaskDetail, "rubric">> {
  const task = await loadTask(id, tasksFolder);
  return {
    ...summaryOf(task, language),
    brief: await readText(join(task.folder, `README.${language}.md`)),
    contract: await readText(join(tasksFolder, `contract.${language}.md`)),
    card: await readText(join(task.folder, `card.${language}.md`)),
  };
}

export function summaryOf(task: Task, language: Language): TaskSummary {
  return {
    id: task.id,
    version: task.version,
    digest: task.digest,
    title: task.title[language],
    taskType: task.taskType,
    walls: task.walls,
    solutions: [...task.solutions],
  };
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, "task.yaml");
  const id = basename(folder);
  let value: unknown;
  try {
    value = parse(await readFile(file, "utf8"));
  } catch (error) {
    throw invalid(id, file, error instanceof Error ? error.message : String(error));
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success) throw invalid(id, file, placesOf(parsed.error));
  const manifest = parsed.data;
  if (manifest.id !== id) throw invalid(id, file, `id is ${manifest.id}, but the folder is ${id}`);
  for (const name of [...(manifest.walls.allowedModels ?? []), ...manifest.walls.prohibited]) {
    if (!familyNames.has(name)) {
      throw invalid(id, file, `${name} is no model family (known: ${[...familyNames].join(", ")})`);
    }
  }
  return manifest;
}

/** A folder counts once it holds a program; names starting with a dot are none of ours. */
async function solutionNames(folder: string): Promise<string[]> {
  const root = join(folder, "solutions");
  if (!existsSync(root)) return [];
  return (await readdir(root)).filter((name) => existsSync(join(root, name, "solution.py"))).toSorted();
}

async function readCalibration(folder: string, manifest: Manifest): Promise<Calibration | null> {
  const file = join(folder, "calibration.json");
  if (!existsSync(file)) return null;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw invalid(manifest.id, file, error instanceof Error ? error.message : String(error));
  }
  const parsed = Calibration.safeParse(value);
  if (!parsed.success) throw invalid(manifest.id, file, placesOf(parsed.error));
  const zero = parsed.data.variants.find((one) => one.variant === 0);
  if (zero && zero.digest !== manifest.generator.digest) {
    throw invalid(
      manifest.id,
      file,
      `it was measured on variant 0 with digest ${zero.digest}, but the manifest has ${manifest.generator.digest}`,
    );
  }
  return parsed.data;
}

const readText = (path: string): Promise<string> => readFile(path, "utf8");

const placesOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`).join("; ");

const invalid = (task: string, file: string, why: string): WorkbenchError =>
  new WorkbenchError(
    "task_invalid",
    `The task ${task} cannot be used: ${basename(file)}: ${why}.`,
    "Restore the file from the repository, or mend it.",
    { task, file },
  );
