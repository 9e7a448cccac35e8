/** Looks at a task folder, from its manifest to its data, and explains each fault. Nothing of it runs in the core. */
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm, mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { WorkbenchError } from "../../../../preload/contract/error.ts";
import type { Box } from "../../runs/ports.ts";
import { loadTask } from "../catalogue.ts";
import type { RunGenerator } from "../generator-run.ts";
import type { Manifest } from "../manifest.ts";
import { ownPlace, productPlace, productTasksFolder, type TaskPlace } from "../task-files.ts";
import { addDocuments } from "../variant.ts";
import { calibrationFindings } from "./calibration-findings.ts";
import { dataFindings } from "./data-findings.ts";
import type { TaskFinding, TaskValidation } from "../../../../preload/contract/task.ts";
import { folderFindings } from "./folder-findings.ts";
import {
  type GeneratedVariant,
  generateOnce,
  type GeneratorInput,
  generatorFindings,
} from "./generator-findings.ts";
import { readManifestFindings } from "./manifest-findings.ts";

export interface ValidateOptions {
  readonly home: string;
  readonly box: Box;
  readonly generate: RunGenerator;
  /** Variants whose data is checked; 0 is always among them. */
  readonly variants: readonly number[];
  readonly signal: AbortSignal;
  readonly onProgress?: (sentence: string) => void;
}

/**
 * `named`: the folder of one task, or the id of one that the workbench has.
 * @throws WorkbenchError not_found where there is no such folder, interrupted, sandbox_unavailable
 */
export async function validateTask(named: string, options: ValidateOptions): Promise<TaskValidation> {
  const folder = folderOf(named, options.home);
  const id = basename(folder);
  const place: TaskPlace = { folder: dirname(folder), shared: productTasksFolder };
  const looked: string[] = ["manifest", "folder"];
  const { manifest, findings } = await readManifestFindings(folder, id);
  const all: TaskFinding[] = [
    ...findings,
    ...(await folderFindings(folder, id, [productPlace, ownPlace(options.home)])),
  ];
  const done = (): TaskValidation => ({ task: id, folder, ok: all.length === 0, findings: all, looked });
  if (manifest === null || all.some((one) => one.file === "generator.py")) return done();
  await mkdir(join(options.home, "tasks"), { recursive: true });
  const scratch = await mkdtemp(join(options.home, "tasks", ".validating-"));
  try {
    all.push(...(await generated({ manifest, id, place, scratch }, options, looked)));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  // The rest needs the task as the catalogue loads it; what hinders that has been found above.
  const task = await loadTask(id, place).catch((error: unknown) => {
    if (error instanceof WorkbenchError && all.length > 0) return null;
    throw error;
  });
  if (task !== null) {
    looked.push("calibration");
    all.push(...(await calibrationFindings(task, options)));
  }
  return done();
}

function folderOf(named: string, home: string): string {
  const known = [productPlace, ownPlace(home)].map((place) => join(place.folder, named));
  const isId = /^[a-z][a-z0-9_]*$/.test(named);
  const folder = [...(isId ? known : []), resolve(named)].find((path) => existsSync(path));
  if (folder !== undefined && statSync(folder).isDirectory()) return folder;
  throw new WorkbenchError(
    "not_found",
    `There is no task folder ${named}.`,
    "Name the folder of a task, or the id of one that `mlewb tasks list` shows.",
    { named },
  );
}

interface Folder {
  readonly manifest: Manifest;
  readonly id: string;
  readonly place: TaskPlace;
  readonly scratch: string;
}

async function generated(folder: Folder, options: ValidateOptions, looked: string[]): Promise<TaskFinding[]> {
  const { generate, signal, onProgress } = options;
  const input: GeneratorInput = { ...folder, generate, signal };
  onProgress?.("generating variant 0 twice");
  const { first, findings } = await generatorFindings(input);
  looked.push("generator");
  const all = [...findings];
  if (first === null) return all;
  const digests = new Map([[first.digest, 0]]);
  for (const variant of new Set([0, ...options.variants])) {
    onProgress?.(`checking the data of variant ${variant}`);
    const made =
      variant === 0
        ? first
        : await generateOnce(input, variant, { name: `variant-${variant}`, disturbed: false });
    if ("rule" in made) {
      all.push(made);
      continue;
    }
    const same = digests.get(made.digest);
    if (variant !== 0 && same !== undefined) all.push(sameData(variant, same));
    digests.set(made.digest, variant);
    all.push(...(await checked(folder, made, variant, options)));
    await rm(made.folder, { recursive: true, force: true });
  }
  looked.push("data");
  return all;
}

async function checked(
  folder: Folder,
  made: GeneratedVariant,
  variant: number,
  { box, signal }: ValidateOptions,
): Promise<readonly TaskFinding[]> {
  const { manifest, id, place } = folder;
  const documents = { ...manifest, folder: join(place.folder, id), shared: place.shared };
  const incomplete = await addDocuments(documents, "en", join(made.folder, "public")).then(
    () => false,
    () => true,
  );
  // A document that is not there has been found already.
  if (incomplete) return [];
  const scratch = join(folder.scratch, `check-${variant}`);
  try {
    return await dataFindings({ manifest, id, place, variant, folder: made.folder, scratch, box, signal });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const sameData = (variant: number, other: number): TaskFinding => ({
  rule: "generator.variants",
  file: "generator.py",
  line: null,
  message: `Variant ${variant} is the same data as variant ${other}.`,
  fix: "Draw from Draws(task, variant, part).",
});
