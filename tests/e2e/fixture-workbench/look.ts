/**
 * Takes a picture of every screen on made-up data, to be looked at:
 *   node tests/e2e/fixture-workbench/look.ts OUT [name ...]
 * Also prints what the console said and whether a page scrolls sideways.
 */
import { mkdirSync } from "node:fs";
import { chromium } from "@playwright/test";
import { build, preview } from "vite";

const [out = "look", ...wanted] = process.argv.slice(2);
const config = "tests/e2e/fixture-workbench/vite.config.ts";
const screens: readonly (readonly [name: string, address: string])[] = [
  ["home", "#/"],
  ["tasks", "#/tasks"],
  ["task", "#/tasks/credit_risk"],
  ["walls", "#/tasks/credit_risk?tab=walls"],
  ["rubric", "#/tasks/credit_risk?tab=rubric"],
  ["contract", "#/tasks/credit_risk?tab=contract"],
  ["start", "#/start?agent=script:"],
  ["live", "#/runs/r-01929e"],
  ["scorecard", "#/runs/r-0192a0?check=preprocessing.treatments"],
  ["memory", "#/runs/r-01929f"],
  ["diagnoses", "#/runs/r-0192a0?tab=diagnoses"],
  ["code", "#/runs/r-0192a0?tab=code&line=33"],
  ["artifacts", "#/runs/r-0192a0?tab=artifacts"],
  ["resources", "#/runs/r-0192a0?tab=resources"],
  ["log", "#/runs/r-0192a0?tab=log"],
  ["history", "#/runs"],
  ["compare", "#/compare/r-0192a1/r-0192a0"],
  ["agents", "#/agents"],
  ["environment", "#/environment"],
  ["settings", "#/settings"],
];

mkdirSync(out, { recursive: true });
await build({ configFile: config, logLevel: "error" });
const server = await preview({ configFile: config, preview: { port: 4179, strictPort: true } });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
try {
  for (const [theme, language, width, height] of [
    ["light", "en", 1280, 800],
    ["dark", "zh", 1920, 1080],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });
    page.on("console", (message) => {
      if (message.type() !== "info") console.log(`${theme} ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => console.log(`${theme} error: ${error.message}`));
    await page.goto(`http://localhost:4179/?theme=${theme}&language=${language}`);
    for (const [name, address] of screens.filter(([one]) => wanted.length === 0 || wanted.includes(one))) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, address);
      await page.waitForTimeout(name === "live" ? 5000 : 700);
      const sideways = await page.evaluate(() => {
        const main = document.querySelector("main");
        return main !== null && main.scrollWidth > main.clientWidth;
      });
      if (sideways) console.log(`${name} ${theme}: scrolls sideways`);
      await page.screenshot({ path: `${out}/${name}-${theme}.png` });
    }
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
