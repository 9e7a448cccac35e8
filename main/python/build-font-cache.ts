import { join } from "node:path";
import { offlineEnvironment } from "./child-environment.ts";
import type { EnvironmentPaths } from "./environment-paths.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Keeper } from "./keeper.ts";
import type { LockSet } from "./lock-set.ts";

/** Saves each run a third of a second and keeps fontconfig's complaint out of the agent's output. */
export async function buildFontCache(
  keeper: Keeper,
  paths: EnvironmentPaths,
  lock: LockSet,
  scratch: string,
): Promise<void> {
  if (!lock.packages.some(({ name }) => name === "matplotlib")) return;
  const script = join(import.meta.dirname, "..", "..", "sandbox", "lock", "font_cache.py");
  const result = await keeper.run({
    argv: [paths.executable, "-I", "-B", script, paths.fontCache],
    env: offlineEnvironment(scratch),
  });
  if (result.code !== 0) throw explainFailure("Building matplotlib's font list", paths.folder, result);
}
