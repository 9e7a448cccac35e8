import { WorkbenchError } from "../../preload/contract/error.ts";
import { offlineEnvironment } from "./child-environment.ts";
import { explainFailure } from "./explain-failure.ts";
import { type FillOptions, fillWheelhouse } from "./fill-wheelhouse.ts";
import type { LockSet } from "./lock-set.ts";
import type { LockedPackage } from "./parse-lock.ts";
import { writeRequirements } from "./requirements-file.ts";
import { dirname, join } from "node:path";

export type Installer = "uv" | "pip";

type Supplies = Omit<FillOptions, "packages" | "sourceOnly">;

/**
 * Puts the build requirements and uv into the workshop and says which installer there is. Where uv cannot be
 * had (no network for it, no file for this machine) pip does its work, slower.
 */
export async function equipWorkshop(
  supplies: Supplies,
  lock: LockSet,
  wanted: Installer | "best",
): Promise<Installer> {
  if (lock.build.length > 0) await install(supplies, lock.build);
  if (wanted === "pip" || lock.tools.length === 0) return "pip";
  try {
    await install(supplies, lock.tools);
    return "uv";
  } catch (error) {
    const mayDoWithout = error instanceof WorkbenchError && error.code === "environment_missing";
    if (wanted === "uv" || !mayDoWithout) throw error;
    return "pip";
  }
}

async function install(supplies: Supplies, packages: readonly LockedPackage[]): Promise<void> {
  const { keeper, workshop, wheelhouse } = supplies;
  const files = await fillWheelhouse({ ...supplies, packages, sourceOnly: [] });
  const list = join(workshop.folder, "tools.txt");
  await writeRequirements(list, packages);
  const folders = [...new Set([...files.values()].map((path) => dirname(path)))];
  const result = await keeper.run({
    argv: [
      workshop.python,
      "-I",
      "-m",
      "pip",
      "install",
      "--no-index",
      "--no-deps",
      "--require-hashes",
      "--no-compile",
      ...folders.flatMap((folder) => ["--find-links", folder]),
      "-r",
      list,
    ],
    env: offlineEnvironment(workshop.scratch),
  });
  if (result.code !== 0) throw explainFailure("Installing the installer", wheelhouse.folder, result);
}
