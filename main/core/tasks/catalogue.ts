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
import { ownPlace, productPlace, shapingFiles, type TaskPlace } from "./task-files.ts";

/** Ids of the tasks in a folder, in alphabetical order. */
export async function taskIds({ folder }: TaskPlace = productPlace): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "task.yaml")))
    .map((entry) => entry.name)
    .toSorted();
}

/**
 * Reads and checks one task.
 * @throws WorkbenchError not_found; task_invalid, which names the file and the place in it.
 */
export async function loadTask(id: string, place: TaskPlace = productPlace): Promise<Task> {
  const known = await taskIds(place);
  if (!known.includes(id)) {
    throw notFound(id, known);
  }
  const folder = join(place.folder, id);
  const manifest = await readManifest(folder);
  const files = await shapingFiles(place, id).catch((error: NodeJS.ErrnoException) => {
    throw invalid(id, error.path ?? folder, "the file is missing or cannot be read");
  });
  return {
    ...manifest,
    folder,
    shared: place.shared,
    digest: digestOf(files),
    solutions: await solutionNames(folder),
    calibration: await readCalibration(folder, manifest),
  };
}

/**
 * A task of the product or, by the same name, of the user's own. One of the product is never hidden by another.
 * @throws WorkbenchError not_found, task_invalid
 */
export async function findTask(id: string, home: string): Promise<Task> {
  const own = ownPlace(home);
  const [bundled, mine] = [await taskIds(), await taskIds(own)];
  if (bundled.includes(id)) return loadTask(id);
  if (mine.includes(id)) return loadTask(id, own);
  throw notFound(id, [...bundled, ...mine]);
}

/** Ids of the product's tasks, then of the user's own that it does not have. */
export async function allTaskIds(home: string): Promise<readonly string[]> {
  const bundled = await taskIds();
  return [...bundled, ...(await taskIds(ownPlace(home))).filter((id) => !bundled.includes(id))];
}

/** The product's tasks and the user's own. One of these that cannot be read is left out: `tasks validate` says why. */
export async function listTasks(language: Language, home: string | null = null): Promise<TaskSummary[]> {
  const bundled = await Promise.all((await taskIds()).map((id) => loadTask(id)));
  const others = home === null ? [] : (await allTaskIds(home)).slice(bundled.length);
  const own = await Promise.all(
    others.map((id) => loadTask(id, ownPlace(home ?? "")).catch((error: unknown) => ignoreInvalid(error))),
  );
  return [...bundled, ...own.filter((task) => task !== null)].map((task) => summaryOf(task, language));
}

function ignoreInvalid(error: unknown): null {
  if (error instanceof WorkbenchError) return null;
  throw error;
}

/** Everything about a task but its rubric, which the grader adds. */
export async function describeTask(task: Task, language: Language): Promise<Omit<TaskDetail, "rubric">> {
  return {
    ...summaryOf(task, language),
    brief: await readText(join(task.folder, `README.${language}.md`)),
    contract: await readText(join(task.shared, `contract.${language}.md`)),
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
    stages: [...task.stages],
    realData: task.realData,
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

const notFound = (id: string, known: readonly string[]): WorkbenchError =>
  new WorkbenchError(
    "not_found",
    `There is no task "${id}".`,
    `The tasks are: ${known.join(", ") || "none"}.`,
    { task: id },
  );

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
