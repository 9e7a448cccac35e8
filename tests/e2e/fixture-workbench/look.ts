/**
 * Takes a picture of every screen on made-up data, to be looked at:
 *   node tests/e2e/fixture-workbench/look.ts OUT [name ...]
 * Also prints what the console said.
 */
import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";
import { fixtureScreens } from "./screens.ts";
import { serveFixture } from "./serve.ts";

const [out = "look", ...wanted] = process.argv.slice(2);

mkdirSync(out, { recursive: true });
const served = await serveFixture();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
try {
  for (const [theme, language, width, height] of [
    ["light", "en", 1280, 800],
    ["dark", "zh", 1920, 1080],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });
    page.on("console", (message) => console.log(`${theme} ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => console.log(`${theme} error: ${error.message}`));
    await page.goto(`${served.address}?theme=${theme}&language=${language}`);
    for (const [name, address] of fixtureScreens) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await page.evaluate((hash) => location.assign(hash), address);
      await page.waitForTimeout(name === "live" ? 5000 : 700);
      await page.screenshot({ path: `${out}/${name}-${theme}.png`, timeout: 90_000 });
    }
    await page.close();
  }
} finally {
  await browser.close();
  await served.close();
}
