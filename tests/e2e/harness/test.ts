/**
 * What every screen test starts from:
 *
 *   import { expect, test } from "./harness/test.ts";
 *   test("…", async ({ page }) => { … window.workbench is there … });
 *   test("…", async ({ reopen }) => { const page = await reopen(); … the same data folder, a new program … });
 */
import { type Page, test as base } from "@playwright/test";
import { makeDataHome } from "./data-home.ts";
import { openBrowser } from "./open-browser.ts";
import { openDesktop } from "./open-desktop.ts";
import type { Opened } from "./opened.ts";
import type { DoorOptions } from "./options.ts";

interface Program {
  readonly opened: Opened;
  readonly reopen: () => Promise<Page>;
}

interface Fixtures {
  /** The data folder of this test alone. */
  readonly home: string;
  readonly program: Program;
  /** The window or tab with the workbench, ready for `window.workbench`. */
  readonly page: Page;
  /** Ends the program and starts it again on the same data folder. */
  readonly reopen: () => Promise<Page>;
}

export const test = base.extend<Fixtures & DoorOptions>({
  door: ["browser", { option: true }],
  core: [undefined, { option: true }],

  // Playwright reads the names of fixtures out of this pattern; an empty one says that there are none.
  // oxlint-disable-next-line eslint/no-empty-pattern
  home: async ({}, use) => {
    const home = makeDataHome();
    await use(home.path);
    home.remove();
  },

  program: async ({ door, core, home, playwright, launchOptions }, use) => {
    const browser = door === "browser" ? await playwright.chromium.launch(launchOptions) : null;
    const open = (): Promise<Opened> =>
      browser === null ? openDesktop(home, core) : openBrowser(home, browser);
    let opened = await open();
    await use({
      get opened() {
        return opened;
      },
      reopen: async () => {
        await opened.close();
        opened = await open();
        return opened.page;
      },
    });
    await opened.close();
    await browser?.close();
  },

  page: async ({ program }, use) => use(program.opened.page),
  reopen: async ({ program }, use) => use(program.reopen),
});

export { expect } from "@playwright/test";
