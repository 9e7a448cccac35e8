import { mkdir, rm } from "node:fs/promises";
import { offlineEnvironment } from "./child-environment.ts";
import { buildFontCache } from "./build-font-cache.ts";
import { compileBytecode } from "./compile-bytecode.ts";
import type { EnvironmentPaths } from "./environment-paths.ts";
import { equipWorkshop, type Installer } from "./equip-workshop.ts";
import { explainFailure } from "./explain-failure.ts";
import { fillWheelhouse } from "./fill-wheelhouse.ts";
import type { FoundPython } from "./find-python.ts";
import { requireFreeSpace } from "./free-space.ts";
import { installHelper } from "./install-helper.ts";
import { installPackages } from "./install-packages.ts";
import type { Keeper } from "./keeper.ts";
import type { LockSet } from "./lock-set.ts";
import { probe } from "./probe.ts";
import type { Report } from "./progress.ts";
import { writeReadyFile } from "./ready-file.ts";
import { examineWheelhouse, type Wheelhouse } from "./wheelhouse.ts";
import { openWorkshop } from "./workshop.ts";

export interface Making {
  readonly keeper: Keeper;
  readonly python: FoundPython;
  readonly paths: EnvironmentPaths;
  readonly lock: LockSet;
  readonly wheelhouse: Wheelhouse;
  readonly installer: Installer | "best";
  readonly report: Report;
}

/** How many modules the product's packages have, for the progress of compiling only. */
const usualModules = 7900;

/**
 * Makes the environment at its final path, from nothing. The caller holds the lock and has found that what
 * stands there is not to be used. `ready.json` is the last thing written.
 */
export async function makeEnvironment(making: Making): Promise<void> {
  const { keeper, python, paths, lock, wheelhouse, report } = making;
  await rm(paths.folder, { recursive: true, force: true });
  const { missing } = await examineWheelhouse(wheelhouse.folder, lock.packages);
  await requireFreeSpace(paths.root, lock.installedBytes + (missing.length === 0 ? 0 : lock.downloadBytes));

  report("make_venv", 0, `Making a virtual environment with Python ${python.version} (${python.executable})`);
  const workshop = await openWorkshop(keeper, python, paths);
  try {
    await makeVenv(making, workshop.scratch);

    report("download", 0, "Fetching the installer");
    const supplies = { keeper, workshop, wheelhouse };
    const installer = await equipWorkshop(supplies, lock, making.installer);
    report("download", 0.1, missing.length === 0 ? "Every package is there already" : "Downloading packages");
    const files = await fillWheelhouse({
      ...supplies,
      packages: lock.packages,
      sourceOnly: lock.sourceOnly,
      onFile: (name, done, total) =>
        report("download", 0.1 + (0.9 * done) / total, `Downloading ${name} (${done + 1} of ${total})`),
    });

    report("install", 0, `Installing ${lock.packages.length} packages with ${installer}`);
    await installPackages({ keeper, workshop, paths, lock, installer, wheelhouse: wheelhouse.folder, files });
    await installHelper(paths.sitePackages);

    report("compile", 0, "Compiling");
    await compileBytecode(keeper, paths, workshop.scratch, (count) => {
      if (count % 100 === 0) report("compile", count / usualModules, `Compiling (${count} modules)`);
    });
    report("fonts", 0, "Building the list of fonts");
    await buildFontCache(keeper, paths, lock, workshop.scratch);
    report("probe", 0, "Importing every package once");
    const found = await probe(keeper, paths, lock);
    await writeReadyFile(paths.ready, {
      schema: 1,
      lockDigest: lock.digest,
      python: found.python,
      basePython: python.executable,
      installer,
      madeAt: new Date().toISOString(),
    });
  } catch (error) {
    // Gives the room back; after a kill -9, where this does not run, the missing ready.json says the same.
    await rm(paths.folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(workshop.folder, { recursive: true, force: true });
  }
  report("ready", 1, `Ready: ${paths.executable}`);
}

async function makeVenv({ keeper, python, paths }: Making, scratch: string): Promise<void> {
  await mkdir(paths.root, { recursive: true });
  // Without pip: an agent's code has no business with an installer.
  const argv = [python.executable, "-I", "-m", "venv", "--without-pip", paths.folder];
  const result = await keeper.run({ argv, env: offlineEnvironment(scratch) });
  if (result.code !== 0) throw explainFailure("Making a virtual environment", paths.folder, result);
}
