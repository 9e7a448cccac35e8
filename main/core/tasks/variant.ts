/** Data sets of a task: generated once, kept whole or not at all. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Language } from "../../../preload/contract/task.ts";
import { digestFolder } from "./digest.ts";
import { fileErrorCode } from "./file-error-code.ts";
import { generationSeconds, type RunGenerator } from "./generator-run.ts";
import type { Task } from "./task.ts";
import { sharedDocuments, taskDocuments } from "./task-files.ts";
import { variantFolder, variantShelf } from "./variant-folder.ts";

export interface VariantFolders {
  /** What an agent sees. */
  readonly public: string;
  /** Labels and truth: never inside a sandbox. */
  readonly private: string;
  /** sha256 of the generated files, the same in both languages. */
  readonly digest: string;
}

export interface VariantOptions {
  readonly generate: RunGenerator;
  readonly home: string;
  readonly signal?: AbortSignal;
  /** Seconds that a generator may take. */
  readonly timeoutSeconds?: number;
}

const Mark = z.object({
  schema: z.literal(1),
  /** Of the generated files alone. */
  generated: z.string(),
  /** Of everything in the folder but this mark. */
  whole: z.string(),
});
const markName = "variant.json";

/**
 * The folders of one variant, generated where they are not there yet or no longer what they were.
 * Safe to call from any number of processes at once: each makes its own, the first to finish is kept.
 * @throws WorkbenchError task_invalid, interrupted, python_missing, disk_full
 */
export async function ensureVariant(
  task: Task,
  variant: number,
  language: Language,
  options: VariantOptions,
): Promise<VariantFolders> {
  if (!Number.isSafeInteger(variant) || variant < 0) {
    throw new WorkbenchError(
      "usage",
      `A variant is a whole number from 0, not ${variant}.`,
      "Use 0, 1, 2 ...",
    );
  }
  const shelf = variantShelf(options.home, task);
  const folder = variantFolder(options.home, task, variant, language);
  const kept = await readKept(folder);
  if (kept) return kept;
  try {
    await mkdir(shelf, { recursive: true });
    await removeAbandoned(shelf);
    return await make(task, variant, language, folder, options);
  } catch (error) {
    if (fileErrorCode(error) === "ENOSPC") {
      throw new WorkbenchError(
        "disk_full",
        `No room for the data of ${task.id}.`,
        "Make room and try again.",
        {
          folder: shelf,
        },
      );
    }
    throw error;
  }
}

async function make(
  task: Task,
  variant: number,
  language: Language,
  folder: string,
  options: VariantOptions,
): Promise<VariantFolders> {
  const scratch = join(dirname(folder), `.making-${process.pid}-${randomUUID()}`);
  await mkdir(scratch);
  try {
    const made = await options.generate({
      taskFolder: task.folder,
      sharedFolder: task.shared,
      task: task.id,
      variant,
      scratch,
      timeoutSeconds: options.timeoutSeconds ?? generationSeconds,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const generated = await digestFolder(made);
    if (variant === 0 && generated !== task.generator.digest) {
      throw new WorkbenchError(
        "task_invalid",
        `Variant 0 of ${task.id} is not the one that its manifest names: generated ${generated}, ` +
          `manifest ${task.generator.digest}.`,
        "The generator was changed without its digest, or this Python is not the pinned one.",
        { task: task.id, generated, manifest: task.generator.digest },
      );
    }
    await addDocuments(task, language, join(made, "public"));
    const whole = await digestFolder(made);
    await writeFile(join(made, markName), JSON.stringify({ schema: 1, generated, whole }));
    await putInPlace(made, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const kept = await readKept(folder);
  if (!kept) throw new Error(`${folder} changed while it was being made`);
  return kept;
}

/** Puts what the workbench adds into the public folder. */
export async function addDocuments(
  task: Pick<Task, "folder" | "shared" | "walls" | "externalData">,
  language: Language,
  into: string,
): Promise<void> {
  for (const [from, to] of taskDocuments(language)) await copyFile(join(task.folder, from), join(into, to));
  for (const [from, to] of sharedDocuments(language)) {
    await copyFile(join(task.shared, from), join(into, to));
  }
  const limits = {
    cpu_cores: task.walls.cpuCores,
    memory_bytes: task.walls.memoryBytes,
    timeout_sec: task.walls.timeoutSeconds,
    network: false,
    allowed_models: task.walls.allowedModels,
    prohibited: task.walls.prohibited,
    external_data: task.externalData,
  };
  await writeFile(join(into, "limits.json"), `${JSON.stringify(limits, null, 2)}\n`);
}

/** Moves a finished folder to its place; one that another process put there first stays. */
async function putInPlace(made: string, folder: string): Promise<void> {
  const attempt = (): Promise<boolean> =>
    rename(made, folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
        throw error;
      },
    );
  if ((await attempt()) || (await readKept(folder))) return;
  // What lies there was changed after it was made: it goes, in one step, and the new one takes its place.
  await rename(folder, `${made}.changed`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await attempt();
}

async function readKept(folder: string): Promise<VariantFolders | null> {
  const markFile = join(folder, markName);
  if (!existsSync(markFile)) return null;
  const mark = Mark.safeParse(parseJson(await readFile(markFile, "utf8")));
  if (!mark.success || (await digestWithoutMark(folder)) !== mark.data.whole) return null;
  return {
    public: join(folder, "public"),
    private: join(folder, "private"),
    digest: mark.data.generated,
  };
}

const digestWithoutMark = (folder: string): Promise<string | null> =>
  digestFolder(folder, (name) => name !== markName).catch(() => null);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Folders that a killed process left half made. */
async function removeAbandoned(shelf: string): Promise<void> {
  for (const name of await readdir(shelf)) {
    const pid = /^\.making-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      await rm(join(shelf, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return fileErrorCode(error) === "EPERM";
  }
}
