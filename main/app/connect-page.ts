import {
  type BrowserWindow,
  ipcMain,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  MessageChannelMain,
  shell,
} from "electron";
import { channels } from "../../preload/channels.ts";
import type { Page, Relay } from "./relay.ts";
import { isRevealable } from "./reveal-policy.ts";
import { isOurMainFrame } from "./sender-policy.ts";

/** Answers the preload of `window`: one port to the core for each document, and the file manager. */
export function connectPage(window: BrowserWindow, relay: Relay): void {
  const fromUs = (event: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    !window.isDestroyed() && isOurMainFrame(event.senderFrame, window.webContents.mainFrame);
  let detach: (() => void) | null = null;
  let connected: unknown = null;

  const onPort = (event: IpcMainEvent, documentId: unknown): void => {
    // A document asks until it is answered, so the same question may come twice.
    if (!fromUs(event) || documentId === connected) return;
    connected = documentId;
    detach?.();
    detach = handOutPort(window, relay, documentId);
  };
  ipcMain.on(channels.port, onPort);
  ipcMain.handle(channels.reveal, (event, path: unknown) => {
    if (!fromUs(event)) throw new Error("forbidden");
    if (!isRevealable(path)) return false;
    shell.showItemInFolder(path);
    return true;
  });
  window.on("closed", () => {
    detach?.();
    ipcMain.off(channels.port, onPort);
    ipcMain.removeHandler(channels.reveal);
  });
}

function handOutPort(window: BrowserWindow, relay: Relay, documentId: unknown): () => void {
  const { port1, port2 } = new MessageChannelMain();
  const page: Page = { send: (message) => port1.postMessage(message) };
  const detach = relay.attach(page);
  port1.on("message", (event) => relay.fromPage(page, event.data));
  port1.on("close", detach);
  port1.start();
  window.webContents.postMessage(channels.port, documentId, [port2]);
  return () => {
    detach();
    port1.close();
  };
}
