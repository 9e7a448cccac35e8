/** `node make-in-child.ts HOME LOCK_FOLDER WHEELHOUSE`: makes an environment and prints one JSON line of how it ended. */
import { createEnvironment } from "../../../main/python/environment.ts";
import { readLockSet } from "../../../main/python/lock-set.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";

const [home = "", folder = "", wheelhouse = ""] = process.argv.slice(2);
try {
  const status = await createEnvironment(home, { lock: await readLockSet(folder), wheelhouse });
  console.log(JSON.stringify({ ready: status.ready, code: null, message: "" }));
} catch (error) {
  if (!(error instanceof WorkbenchError)) throw error;
  console.log(JSON.stringify({ ready: false, code: error.code, message: error.message }));
}
