import { join } from "node:path";
import { app, BrowserWindow, screen } from "electron";
import { pageAddress } from "./page-origin.ts";
import { openingState, readWindowState, smallestWindow, writeWindowState } from "./window-state.ts";

/** Opens the one window of the workbench, where it was the last time. */
export function openWindow(preload: string): BrowserWindow {
  const stateFile = join(app.getPath("userData"), "window.json");
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...place } = openingState(readWindowState(stateFile), displays);
  const window = new BrowserWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: "MLE Workbench",
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  if (maximized) window.maximize();
  window.once("ready-to-show", () => window.show());
  window.on("close", () => {
    writeWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  void window.loadURL(pageAddress);
  return window;
}
