/**
 * For tests that leave the program as it was: all tests of a file share one program, and each begins with a
 * reloaded page. Everything else takes `test` of ./test.ts, which starts a program of its own.
 */
import { type Page, test as base } from "@playwright/test";
import { makeDataHome } from "./data-home.ts";
import { openBrowser } from "./open-browser.ts";
import { openDesktop } from "./open-desktop.ts";
import type { Opened } from "./opened.ts";
import type { DoorOptions } from "./options.ts";

interface WorkerFixtures {
  readonly sharedHome: string;
  readonly shared: Opened;
}

export const sharedTest = base.extend<{ readonly page: Page }, WorkerFixtures & DoorOptions>({
  door: ["browser", { option: true, scope: "worker" }],
  core: [undefined, { option: true, scope: "worker" }],

  sharedHome: [
    // Playwright reads the names of fixtures out of this pattern; an empty one says that there are none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const home = makeDataHome();
      await use(home.path);
      home.remove();
    },
    { scope: "worker" },
  ],

  shared: [
    async ({ door, core, sharedHome, playwright, launchOptions }, use) => {
      const browser = door === "browser" ? await playwright.chromium.launch(launchOptions) : null;
      const opened = await (browser === null
        ? openDesktop(sharedHome, core)
        : openBrowser(sharedHome, browser));
      await use(opened);
      await opened.close();
      await browser?.close();
    },
    { scope: "worker", timeout: 90_000 },
  ],

  page: async ({ shared }, use) => {
    await shared.page.reload();
    await shared.page.waitForFunction(() => "workbench" in window);
    await use(shared.page);
  },
});

export { expect } from "@playwright/test";
