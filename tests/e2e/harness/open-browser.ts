import type { Browser } from "@playwright/test";
import type { Opened } from "./opened.ts";
import { serve } from "./serve.ts";

/** Starts `mlewb serve` on a data folder and opens its address in a fresh browser profile. */
export async function openBrowser(home: string, browser: Browser): Promise<Opened> {
  const served = await serve(home);
  const context = await browser.newContext({ viewport: { width: 1280, height: 840 } });
  const page = await context.newPage();
  await page.goto(served.address);
  await page.waitForFunction(() => "workbench" in window);
  return {
    page,
    application: null,
    address: served.address,
    close: async () => {
      await context.close();
      await served.stop();
    },
  };
}
