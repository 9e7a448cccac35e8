import module from "node:module";
import { join } from "node:path";
import envPaths from "env-paths";

/**
 * Keeps what Node makes of our source, which need not be made again from the second start on. In the user's own cache,
 * never in a folder that others may write: what lies there is run as our code. Where nothing can be kept, nothing is, and
 * nobody is told: it is only speed.
 */
export function keepCompiledCode(): void {
  module.enableCompileCache(join(envPaths("mle-workbench", { suffix: "" }).cache, "compiled"));
}
