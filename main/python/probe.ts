import { join } from "node:path";
import { z } from "zod";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { offlineEnvironment } from "./child-environment.ts";
import type { EnvironmentPaths } from "./environment-paths.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Keeper } from "./keeper.ts";
import { type LockSet, productLockFolder } from "./lock-set.ts";

const ProbeOutput = z.object({
  python: z.string(),
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string().nullable(),
      modules: z.array(z.string()),
      error: z.string().nullable(),
    }),
  ),
});
export type ProbeOutput = z.infer<typeof ProbeOutput>;

/**
 * Imports every locked package in a child of the environment's Python.
 * @throws WorkbenchError environment_missing naming the packages that do not import, and why.
 */
export async function probe(keeper: Keeper, paths: EnvironmentPaths, lock: LockSet): Promise<ProbeOutput> {
  const script = join(productLockFolder, "probe.py");
  const names = lock.packages.map(({ name }) => name);
  const result = await keeper.run({
    argv: [paths.executable, "-I", "-B", script, ...names],
    env: offlineEnvironment("/tmp"),
  });
  const json = result.lines.findLast((line) => line.startsWith("{"));
  if (result.code !== 0 || json === undefined)
    throw explainFailure("The probe of the packages", paths.folder, result);
  const output = ProbeOutput.parse(JSON.parse(json));
  const broken = output.packages.filter(({ error }) => error !== null);
  if (broken.length > 0) {
    throw new WorkbenchError(
      "environment_missing",
      `${broken.length} of the packages cannot be imported: ${broken.map(({ name, error }) => `${name} (${error})`).join("; ")}.`.slice(
        0,
        2000,
      ),
      "Run `mlewb env repair`. If a system library is named, install it and repair again.",
      { broken },
    );
  }
  return output;
}
