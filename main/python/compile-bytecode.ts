import { offlineEnvironment } from "./child-environment.ts";
import type { EnvironmentPaths } from "./environment-paths.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Keeper } from "./keeper.ts";

/**
 * Compiles every module once, because nothing inside the sandbox may write bytecode. A file that does not
 * compile (some packages ship templates) is no fault: the probe says whether everything imports.
 * @param onFile called with the number of files compiled so far.
 */
export async function compileBytecode(
  keeper: Keeper,
  paths: EnvironmentPaths,
  scratch: string,
  onFile: (count: number) => void,
): Promise<void> {
  let count = 0;
  const result = await keeper.run({
    argv: [paths.executable, "-I", "-m", "compileall", "-j", "0", paths.sitePackages],
    env: offlineEnvironment(scratch),
    onLine: (line) => {
      if (!line.startsWith("Compiling ")) return;
      count += 1;
      onFile(count);
    },
  });
  if (result.code === 0) return;
  const error = explainFailure("Compiling", paths.folder, result);
  if (error.code === "disk_full") throw error;
}
