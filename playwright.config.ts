/**
 * The same screen tests in two doors. Started by `node scripts/run-e2e.mjs chromium|electron`, which gives them a
 * user that Chromium's sandbox accepts, a display and a data folder.
 */
import { defineConfig } from "@playwright/test";
import type { DoorOptions } from "./tests/e2e/harness/options.ts";

export default defineConfig<DoorOptions>({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  // Against what hangs, not against a machine that has other work.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // One program at a time: each test starts its own core, and the machine has few cores to share.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  use: { screenshot: "only-on-failure" },
  projects: [
    {
      name: "chromium",
      testIgnore: ["**/desktop/**", "**/packaged/**"],
      use: {
        door: "browser",
        // Without chromiumSandbox Playwright adds --no-sandbox by itself.
        launchOptions: { executablePath: "/usr/bin/chromium", chromiumSandbox: true },
        headless: true,
      },
    },
    { name: "electron", testIgnore: ["**/browser/**", "**/packaged/**"], use: { door: "desktop" } },
    { name: "packaged", testMatch: "packaged/**/*.spec.ts", use: { door: "desktop" } },
  ],
});
