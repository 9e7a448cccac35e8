/** What the desktop shell must refuse, on a real Electron. The core plays no part: a stub stands in for it. */
import { join } from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { checkout } from "../harness/checkout.ts";
import { seccompOf } from "../harness/chromium-sandbox.ts";
import { expect, test } from "../harness/test.ts";

test.use({ core: join(checkout, "tests/shell/stub-core/stub-core.ts") });

const applicationOf = (application: ElectronApplication | null): ElectronApplication => {
  if (application === null) throw new Error("these tests need the desktop door");
  return application;
};

test("The renderer runs in Chromium's sandbox", async ({ program }) => {
  const pid = await applicationOf(program.opened.application).evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  expect(seccompOf(pid ?? 0)).toBe(2);
});

test("The window isolates its preload and gives no Node", async ({ program }) => {
  const found = await applicationOf(program.opened.application).evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // World 999 is the one in which the preload runs.
    return contents?.executeJavaScriptInIsolatedWorld(999, [
      { code: "[typeof require, typeof module, typeof Buffer]" },
    ]) as Promise<string[]>;
  });
  expect(found).toEqual(["undefined", "undefined", "undefined"]);
});

test("Even a window that is careless gets no Node, because the sandbox holds for the whole app", async ({
  program,
  home,
}) => {
  const found = await applicationOf(program.opened.application).evaluate(
    async ({ BrowserWindow }, folder) => {
      const { writeFileSync } =
        process.getBuiltinModule?.("node:fs") ?? process.mainModule?.require("node:fs");
      const preload = `${folder}/careless.cjs`;
      writeFileSync(
        preload,
        'let r; try { require("fs"); r = "fs" } catch { r = "refused" } window.addEventListener("DOMContentLoaded", () => { document.title = r })',
      );
      const window = new BrowserWindow({ show: false, webPreferences: { preload, nodeIntegration: true } });
      const titled = new Promise<string>((resolve) =>
        window.webContents.once("page-title-updated", (_event, title) => resolve(title)),
      );
      await window.loadURL("data:text/html,<p>careless");
      return titled;
    },
    home,
  );
  expect(found).toBe("refused");
});

for (const address of [
  "https://example.org/",
  "file:///etc/passwd",
  "data:text/html,x",
  "app://workbench/other.html",
]) {
  test(`The window does not leave for ${address}`, async ({ program, page }) => {
    const before = page.url();
    const refused = applicationOf(program.opened.application).evaluate(
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

test("No page opens a window", async ({ program, page }) => {
  const opened = await page.evaluate(() =>
    ["https://example.org/", "about:blank", "app://workbench/", ""].map(
      (address) => window.open(address) !== null,
    ),
  );
  expect(opened).toEqual([false, false, false, false]);
  expect(applicationOf(program.opened.application).windows()).toHaveLength(1);
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

test("Another window with our preload is neither answered nor connected", async ({ program }) => {
  const outcome = await applicationOf(program.opened.application).evaluate(async ({ BrowserWindow, app }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${app.getAppPath()}/out/preload/electron-bridge.cjs` },
    });
    await window.loadURL("data:text/html,<p>other");
    const revealed: unknown = await window.webContents.executeJavaScript(
      'window.workbenchHost.reveal("/").then(() => "answered", (error) => error.message)',
    );
    return String(revealed);
  });
  expect(outcome).toContain("forbidden");
});

test("Another window of our own origin is not our main frame", async ({ program }) => {
  const outcome = await applicationOf(program.opened.application).evaluate(async ({ BrowserWindow, app }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${app.getAppPath()}/out/preload/electron-bridge.cjs` },
    });
    await window.loadURL("app://workbench/");
    return String(
      await window.webContents.executeJavaScript(
        'window.workbenchHost.reveal("/").then(() => "answered", (error) => error.message)',
      ),
    );
  });
  expect(outcome).toContain("forbidden");
});
