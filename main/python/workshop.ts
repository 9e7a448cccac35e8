import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { offlineEnvironment } from "./child-environment.ts";
import type { EnvironmentPaths } from "./environment-paths.ts";
import { venvPython } from "./environment-paths.ts";
import { explainFailure } from "./explain-failure.ts";
import type { FoundPython } from "./find-python.ts";
import type { Keeper } from "./keeper.ts";

/** A throw-away environment with pip (and uv, and what builds source packages), and scratch room beside it. */
export interface Workshop {
  readonly folder: string;
  readonly python: string;
  /** Temporary files: on the disk of the data folder, because /tmp is often small. */
  readonly scratch: string;
  readonly downloads: string;
  readonly built: string;
}

export async function openWorkshop(
  keeper: Keeper,
  python: FoundPython,
  paths: EnvironmentPaths,
): Promise<Workshop> {
  const folder = paths.workshop;
  const workshop: Workshop = {
    folder,
    python: venvPython(join(folder, "tools")),
    scratch: join(folder, "scratch"),
    downloads: join(folder, "downloads"),
    built: join(folder, "built"),
  };
  await rm(folder, { recursive: true, force: true });
  for (const part of [workshop.scratch, workshop.downloads, workshop.built])
    await mkdir(part, { recursive: true });
  const tools = join(folder, "tools");
  const run = async (what: string, argv: string[]): Promise<void> => {
    const result = await keeper.run({ argv, env: offlineEnvironment(workshop.scratch) });
    if (result.code !== 0) throw explainFailure(what, paths.root, result);
  };
  await run("Making a virtual environment", [python.executable, "-I", "-m", "venv", "--without-pip", tools]);
  // Unpacked, not installed: the same pip in a tenth of the time that ensurepip takes.
  if (python.pipWheel !== null) {
    const library = join(tools, "lib", "python3.11", "site-packages");
    await run("Unpacking pip", [workshop.python, "-I", "-m", "zipfile", "-e", python.pipWheel, library]);
  }
  return workshop;
}
