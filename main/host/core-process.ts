/** The core as its own process, forked by a desktop window or a test; ends when its parent goes. */
import { acceptFromParent } from "../rpc/transports/fork.ts";
import { homeFolder } from "./home-folder.ts";
import { openWorkbench } from "./open-workbench.ts";

const workbench = openWorkbench({
  home: homeFolder(process.argv[2]),
  warm: !process.argv.includes("--no-warm"),
});
let ending = false;

const end = (): void => {
  if (ending) return;
  ending = true;
  void workbench
    .close()
    .catch((error: unknown) => console.error(error))
    .finally(() => process.exit(0));
};

acceptFromParent((channel) => workbench.serve(channel), end);
process.on("SIGTERM", end);
process.on("SIGINT", end);
process.on("SIGHUP", end);
// A failed start is told to every call; the process stays to tell it.
workbench.ready.catch(() => undefined);
