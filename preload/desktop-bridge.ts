/** The page's half of the desktop door; app:// puts it before the interface. */
import "./desktop-host.ts";
import { installWorkbench, makeWorkbench } from "./make-workbench.ts";

const host = window.workbenchHost;
if (host === undefined) throw new Error("The preload of the desktop window did not run.");
installWorkbench(makeWorkbench("desktop", host));
