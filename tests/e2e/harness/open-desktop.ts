import { join } from "node:path";
import { _electron } from "@playwright/test";
import { checkout, programEnvironment } from "./checkout.ts";
import type { Opened } from "./opened.ts";

/** Starts the desktop program on a data folder. `core`: another core than ours, for tests of the shell. */
export async function openDesktop(home: string, core?: string): Promise<Opened> {
  const executablePath = process.env["MLEWB_TEST_ELECTRON"];
  if (executablePath === undefined) throw new Error("Start with: node scripts/run-e2e.mjs electron");
  const application = await _electron.launch({
    executablePath,
    args: [
      `--user-data-dir=${join(home, "shell")}`,
      // Without a device a request for one fails before any permission is asked, and proves nothing.
      "--use-fake-device-for-media-stream",
      checkout,
    ],
    cwd: checkout,
    // Without this Playwright adds --no-sandbox by itself.
    chromiumSandbox: true,
    env: {
      ...programEnvironment(home),
      ...(core === undefined ? {} : { MLEWB_CORE_FOR_TESTS: core }),
    },
  });
  const page = await application.firstWindow();
  await page.waitForFunction(() => "workbench" in window);
  return { page, application, address: null, close: () => application.close() };
}
