/** The desktop shell: a window, its guards, and the core process that it starts and watches. */
import { join } from "node:path";
import { app, type BrowserWindow, Menu, session } from "electron";
import { connectPage } from "./connect-page.ts";
import { CoreChild } from "./core-child.ts";
import { coreOf } from "./core-place.ts";
import { guardAllContents } from "./guard-contents.ts";
import { guardSession } from "./guard-session.ts";
import { homeArgument } from "./home-argument.ts";
import { menuLanguage, menuTemplate } from "./menu-template.ts";
import { offerRestart } from "./offer-restart.ts";
import { openWindow } from "./open-window.ts";
import { registerPageScheme, servePage } from "./page-protocol.ts";

if (app.requestSingleInstanceLock()) start();
else app.quit();

function start(): void {
  // As root Chromium runs without its sandbox only; asking for it then leaves the app without a window.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  registerPageScheme();
  guardAllContents();

  let window: BrowserWindow | null = null;
  const core = new CoreChild(
    coreOf({
      packaged: app.isPackaged,
      appPath: app.getAppPath(),
      resourcesPath: process.resourcesPath,
      platform: process.platform,
      entryForTests: process.env.MLEWB_CORE_FOR_TESTS,
    }),
    homeArgument(process.argv),
    (error) => void offerRestart(error, menuLanguage(app.getLocale()), window, () => core.start()),
  );

  const showWindow = (): void => {
    window = openWindow(join(__dirname, "../preload/electron-bridge.cjs"));
    connectPage(window, core.relay);
    window.on("closed", () => {
      window = null;
    });
  };

  app.on("second-instance", () => {
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on("activate", () => {
    if (window === null && app.isReady()) showWindow();
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });

  // Quitting waits until the core has written what was interrupted.
  let coreClosed = false;
  app.on("will-quit", (event) => {
    if (coreClosed) return;
    event.preventDefault();
    void core.close().finally(() => {
      coreClosed = true;
      app.quit();
    });
  });

  app.once("ready", () => {
    guardSession(session.defaultSession);
    servePage(join(__dirname, "../renderer"));
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({
          mac: process.platform === "darwin",
          language: menuLanguage(app.getLocale()),
          developer: !app.isPackaged,
          restartCore: () => core.start(),
        }),
      ),
    );
    core.start();
    showWindow();
  });
}
