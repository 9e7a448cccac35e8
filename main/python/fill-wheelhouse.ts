import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { networkEnvironment } from "./child-environment.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Keeper } from "./keeper.ts";
import type { LockedPackage } from "./parse-lock.ts";
import { writeRequirements } from "./requirements-file.ts";
import { examineWheelhouse, packageOfFile, type Wheelhouse } from "./wheelhouse.ts";
import type { Workshop } from "./workshop.ts";

export interface FillOptions {
  readonly keeper: Keeper;
  readonly workshop: Workshop;
  readonly wheelhouse: Wheelhouse;
  readonly packages: readonly LockedPackage[];
  readonly sourceOnly: readonly string[];
  /** `done` of `total` missing files were begun. */
  readonly onFile?: (name: string, done: number, total: number) => void;
}

/**
 * Sees to it that the wheelhouse holds a checked file for every package, and returns where each lies.
 * Downloads go through pip, because it is pip that the user has told about private indexes and proxies.
 */
export async function fillWheelhouse(options: FillOptions): Promise<ReadonlyMap<string, string>> {
  const { wheelhouse, packages } = options;
  const before = await examineWheelhouse(wheelhouse.folder, packages);
  if (before.missing.length === 0) return before.present;
  if (!wheelhouse.filledByUs) throw incomplete(wheelhouse.folder, before.missing, before.altered);
  for (const path of before.altered) await rm(path);
  await download(options, before.missing);
  const after = await examineWheelhouse(wheelhouse.folder, packages);
  if (after.missing.length > 0) throw incomplete(wheelhouse.folder, after.missing, after.altered);
  return after.present;
}

async function download(options: FillOptions, missing: readonly LockedPackage[]): Promise<void> {
  const { keeper, workshop, wheelhouse } = options;
  const list = join(workshop.folder, "download.txt");
  await writeRequirements(list, missing);
  const source = options.sourceOnly.flatMap((name) => ["--no-binary", name]);
  let begun = 0;
  const result = await keeper.run({
    argv: [
      workshop.python,
      "-I",
      "-m",
      "pip",
      "download",
      "--progress-bar",
      "off",
      "--no-deps",
      "--require-hashes",
      // Isolation would fetch unhashed build tools; the workshop has the hashed ones.
      "--no-build-isolation",
      "--only-binary",
      ":all:",
      ...source,
      "--dest",
      workshop.downloads,
      "-r",
      list,
    ],
    env: networkEnvironment(workshop.scratch),
    onLine: (line) => {
      const name = nameInLine(line);
      if (name === undefined) return;
      options.onFile?.(name, begun, missing.length);
      begun += 1;
    },
  });
  if (result.code !== 0) throw explainFailure("Downloading packages", wheelhouse.folder, result);
  await mkdir(wheelhouse.folder, { recursive: true });
  for (const file of await readdir(workshop.downloads)) {
    await rename(join(workshop.downloads, file), join(wheelhouse.folder, file));
  }
}

/** pip says "Collecting NAME==VERSION" for a file from an index and "Processing PATH" for one on a disk. */
function nameInLine(line: string): string | undefined {
  const match = /^(?:Collecting (?<name>[^=\s]+)==.*|Processing (?<path>.+))$/.exec(
    line.replace(/ \(from .*$/, ""),
  );
  const { name, path } = match?.groups ?? {};
  return name ?? (path === undefined ? undefined : packageOfFile(basename(path))?.name);
}

function incomplete(
  folder: string,
  missing: readonly LockedPackage[],
  altered: readonly string[],
): WorkbenchError {
  const names = missing.map(({ name, version }) => `${name} ${version}`);
  const details = { folder, missing: names, altered };
  if (altered.length > 0) {
    return new WorkbenchError(
      "refused",
      `${altered.map((path) => basename(path)).join(", ")} in ${folder} is not the file that the lock names (its sha256 differs), so nothing was installed.`,
      "Copy the wheelhouse again from a machine where it was downloaded.",
      details,
    );
  }
  return new WorkbenchError(
    "environment_missing",
    `The wheelhouse ${folder} lacks ${names.length} of the packages: ${names.slice(0, 8).join(", ")}${names.length > 8 ? ", …" : ""}.`,
    "Fill it on a machine with network as sandbox/lock/README.md says, or unset MLEWB_WHEELHOUSE to download.",
    details,
  );
}
