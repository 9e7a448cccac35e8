/** The interface on made-up data, to look at every screen and state without a core. Tests and design only. */
import { makeFixtureWorkbench } from "./workbench.ts";

Object.defineProperty(window, "workbench", {
  value: makeFixtureWorkbench(new URLSearchParams(location.search)),
});
await import("../../../renderer/main.tsx");
