/**
 * `node make-environment.ts [--home DIR]`: makes the managed Python of a data folder, with its progress on
 * standard error and the path of its Python alone on standard output.
 */
import { parseArgs } from "node:util";
import { homeFolder } from "../../main/host/home-folder.ts";
import { createEnvironment } from "../../main/python/environment.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";

const { values } = parseArgs({ options: { home: { type: "string" } } });
const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());

let shown = "";
try {
  const status = await createEnvironment(homeFolder(values.home), {
    signal: stop.signal,
    onProgress: ({ step, fraction, message }) => {
      const percent = `${Math.floor(fraction * 100)}`.padStart(3);
      // A log keeps one line for each step; a terminal shows every message in place.
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${percent} % ${message}`.slice(0, 110));
      else if (step !== shown) process.stderr.write(`${percent} % ${message}\n`);
      shown = step;
    },
  });
  if (process.stderr.isTTY && shown !== "") process.stderr.write("\n");
  if (!status.ready) throw new Error(status.problem?.message ?? "The Python environment is not ready.");
  console.log(status.executable);
} catch (error) {
  if (process.stderr.isTTY && shown !== "") process.stderr.write("\n");
  if (!(error instanceof WorkbenchError)) throw error;
  console.error(`${error.message}\n${error.hint}`);
  process.exitCode = error.code === "interrupted" ? 130 : 3;
}
