/** What the desktop shell must refuse, on a real Electron. The core plays no part: a stub stands in for it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { checkout } from "../harness/checkout.ts";
import { seccompOf } from "../harness/chromium-sandbox.ts";
import { expect, sharedTest as test } from "../harness/shared-test.ts";

test.use({ core: join(checkout, "tests/shell/stub-core/stub-core.ts") });

const applicationOf = (application: ElectronApplication | null): ElectronApplication => {
  if (application === null) throw new Error("these tests need the desktop door");
  return application;
};

test("The renderer runs in Chromium's sandbox", async ({ shared }) => {
  const pid = await applicationOf(shared.application).evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  expect(seccompOf(pid ?? 0)).toBe(2);
});

test("The window isolates its preload and gives no Node", async ({ shared }) => {
  const found = await applicationOf(shared.application).evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // World 999 is the one in which the preload runs.
    return contents?.executeJavaScriptInIsolatedWorld(999, [
      { code: "[typeof require, typeof module, typeof Buffer]" },
    ]) as Promise<string[]>;
  });
  expect(found).toEqual(["undefined", "undefined", "undefined"]);
});

test("Even a window that is careless gets no Node, because the sandbox holds for the whole app", async ({
  shared,
  sharedHome,
}) => {
  const preload = join(sharedHome, "careless.cjs");
  writeFileSync(
    preload,
    `let got = "fs"; try { require("fs") } catch { got = "refused" }
     addEventListener("DOMContentLoaded", () => document.body.setAttribute("data-got", got));`,
  );
  const got = await applicationOf(shared.application).evaluate(async ({ BrowserWindow }, file) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: file, nodeIntegration: true },
    });
    await window.loadURL("data:text/html,<p>careless");
    const found: unknown = await window.webContents.executeJavaScript("document.body.dataset.got");
    window.destroy();
    return found;
  }, preload);
  expect(got).toBe("refused");
});

for (const address of [
  "https://example.org/",
  "file:///etc/passwd",
  "data:text/html,x",
  "app://workbench/other.html",
]) {
  test(`The window does not leave for ${address}`, async ({ shared, page }) => {
    const before = page.url();
    const refused = applicationOf(shared.application).evaluate(
      ({ BrowserWindow }) =>
        new Promise<boolean>((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once("will-navigate", (event) => resolve(event.defaultPrevented));
          contents?.once("did-navigate", () => resolve(false));
          // Chromium itself does not even ask for these from a page.
          contents?.on("console-message", (_event, _level, message) => {
            if (/Not allowed to (load local resource|navigate top frame)/.test(message)) resolve(true);
          });
        }),
    );
    await page.evaluate((to) => setTimeout(() => location.assign(to), 50), address);
    expect(await refused).toBe(true);
    expect(page.url()).toBe(before);
  });
}

test("No page opens a window", async ({ shared, page }) => {
  const opened = await page.evaluate(() =>
    ["https://example.org/", "about:blank", "app://workbench/", ""].map(
      (address) => window.open(address) !== null,
    ),
  );
  expect(opened).toEqual([false, false, false, false]);
  expect(applicationOf(shared.application).windows()).toHaveLength(1);
});

test("No page embeds a webview", async ({ page }) => {
  expect(await page.evaluate(() => "loadURL" in document.createElement("webview"))).toBe(false);
});

test("Notifications are denied", async ({ page }) => {
  expect(await page.evaluate(() => Notification.requestPermission())).toBe("denied");
});

test("The place is denied", async ({ page }) => {
  const code = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve(0),
          (error) => resolve(error.code),
        );
      }),
  );
  expect(code).toBe(1);
});

test("Camera and microphone are denied, though there is a device", async ({ page }) => {
  const name = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
      () => "given",
      (error: unknown) => (error instanceof Error ? error.name : "thrown"),
    ),
  );
  expect(name).toBe("NotAllowedError");
});

test("The page holds functions only, none of them ipcRenderer's", async ({ page }) => {
  const shown = await page.evaluate(() =>
    Object.entries(window.workbenchHost ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
  );
  expect(shown.toSorted()).toEqual([
    "onConnection: function",
    "onPush: function",
    "pathOf: function",
    "request: function",
    "reveal: function",
  ]);
});

for (const [name, address] of [
  ["another page", "data:text/html,<p>other"],
  ["our own page, but not our window", "app://workbench/"],
] as const) {
  test(`A sender is refused: our preload in ${name}`, async ({ shared }) => {
    const outcome = await applicationOf(shared.application).evaluate(
      async ({ BrowserWindow, app }, shown) => {
        const preload = `${app.getAppPath()}/out/preload/electron-bridge.cjs`;
        const window = new BrowserWindow({ show: false, webPreferences: { preload } });
        await window.loadURL(shown);
        const said: unknown = await window.webContents.executeJavaScript(
          'window.workbenchHost.reveal("/").then(() => "answered", (error) => error.message)',
        );
        window.destroy();
        return said;
      },
      address,
    );
    expect(outcome).toContain("forbidden");
  });
}
