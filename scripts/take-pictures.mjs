#!/usr/bin/env node
/**
 * Takes the pictures of README from the running program: a real core, real runs, in Chromium.
 *
 *   npm run pictures            (or: node scripts/take-pictures.mjs [--no-build])
 *
 * MLEWB_TEST_HOME  a data folder with a ready Python environment, which is borrowed; without it one is made, which
 *                  takes a minute more.
 * Writes docs/pictures/*.png and ends with 1 if one of them is larger than a README should carry.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const repository = fileURLToPath(new URL("..", import.meta.url));
const folder = join(repository, "docs/pictures");
const node = join(repository, "node_modules/.bin/node");
const mostBytes = 200_000;
const runMilliseconds = 900_000;

if (!process.argv.includes("--no-build")) {
  const built = spawnSync(
    node,
    [join(repository, "node_modules/electron-vite/bin/electron-vite.js"), "build"],
    {
      cwd: repository,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  if (built.status !== 0) process.exit(built.status ?? 1);
}

mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), "pictures-"));
const borrowed = process.env.MLEWB_TEST_HOME;
if (borrowed !== undefined && existsSync(join(borrowed, "python")))
  symlinkSync(join(borrowed, "python"), join(home, "python"));

const { address, stop } = await serve();
const browser = await chromium.launch({ executablePath: process.env.MLEWB_CHROMIUM ?? "/usr/bin/chromium" });
let tooLarge = false;
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, reducedMotion: "reduce" });
  await page.goto(address);
  await page.waitForFunction(() => "workbench" in window);
  const call = (method, params) => page.evaluate(([m, p]) => window.workbench.call(m, p), [method, params]);
  const show = async (hash) => {
    await page.evaluate((to) => location.assign(to), hash);
    await page.waitForTimeout(1500);
  };
  const take = async (name) => {
    const path = join(folder, `${name}.png`);
    // Nothing is pointed at; that is seen only once a frame has been drawn.
    await page.mouse.move(0, 0);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.screenshot({ path, timeout: 120_000 });
    const { size } = statSync(path);
    console.log(`docs/pictures/${name}.png  ${Math.round(size / 1000)} kB`);
    tooLarge ||= size > mostBytes;
  };
  const ended = (id) => call("runs.wait", { id, seconds: runMilliseconds / 1000 });

  await call("settings.set", { language: "en", theme: "light" });
  await call("environment.create", {});
  const { id: faulty } = await call("runs.start", {
    task: "credit_risk",
    agent: "solution:test_rows_in_training",
  });
  await ended(faulty);

  await show("#/");
  await page.getByRole("button", { name: "Run the reference on credit_risk" }).click();
  await page.locator(".decisions li").nth(3).waitFor({ timeout: runMilliseconds });
  await take("live");
  const reference = /#\/runs\/([^?]+)/.exec(page.url())?.[1] ?? "";
  await ended(reference);

  await show(`#/runs/${reference}`);
  await take("scorecard");
  await show(`#/runs/${faulty}?check=preprocessing.no_leakage`);
  await take("check");
  await show(`#/compare/${reference}/${faulty}`);
  await take("compare");
  await show("#/");
  await page.locator(".ready-list .dot-loading").waitFor({ state: "detached", timeout: 120_000 });
  await take("home");
  await show("#/environment");
  await page.locator("table.doctor").waitFor({ timeout: 120_000 });
  await take("environment");
  // A scorecard speaks the language of its run.
  await call("settings.set", { language: "zh", theme: "dark" });
  const { id: chinese } = await call("runs.start", {
    task: "credit_risk",
    agent: "solution:test_rows_in_training",
    language: "zh",
  });
  await ended(chinese);
  await show(`#/runs/${chinese}`);
  await take("scorecard-zh-dark");
} finally {
  await browser.close();
  await stop();
  rmSync(home, { recursive: true, force: true });
}
if (tooLarge) {
  console.error(`A picture is larger than ${mostBytes} bytes.`);
  process.exitCode = 1;
}

/** `mlewb serve` on the data folder; its address carries a token for one browser. */
async function serve() {
  const child = spawn(node, [join(repository, "main/cli/mlewb.ts"), "serve", "--home", home], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = new Promise((resolve) => {
    child.once("close", resolve);
  });
  let said = "";
  const found = await new Promise((resolve, reject) => {
    const hear = (part) => {
      said += part.toString("utf8");
      const match = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(said);
      if (match !== null) resolve(match[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void closed.then(() => reject(new Error(`mlewb serve ended without an address. It said:\n${said}`)));
  });
  return {
    address: found,
    stop: async () => {
      child.kill("SIGINT");
      await closed;
    },
  };
}
