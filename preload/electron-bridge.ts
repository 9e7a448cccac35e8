/**
 * The preload of the desktop window. Sandboxed: it has `electron` and nothing of Node. The page gets functions
 * only, never ipcRenderer nor the port.
 */
import { contextBridge, ipcRenderer, webUtils } from "electron";
import { channels } from "./channels.ts";
import type { ErrorBody, Push, Response } from "./contract/index.ts";
import type { DesktopHost } from "./desktop-host.ts";
import { Listeners } from "./listeners.ts";
import { PendingRequests } from "./pending-requests.ts";

type Connection =
  | { readonly connection: "connected" }
  | { readonly connection: "lost"; readonly error: ErrorBody };
/** From our own shell, which has validated it: told apart, not checked again. */
type FromShell = Response | Push | Connection;

const pending = new PendingRequests();
const pushes = new Listeners<[event: string, data: unknown]>();
const connections = new Listeners<[state: Connection["connection"]]>();
let state: Connection["connection"] | null = null;

/** Tells this document from the one before it in the same frame, so that neither takes the other's port. */
const documentId = `${performance.timeOrigin}:${Math.random()}`;
const askAgainMilliseconds = 25;

/**
 * Asks until answered: a preload can be faster than the news of its own navigation, and the shell hears no frame
 * of which it does not know yet that it shows our page.
 */
const port = new Promise<MessagePort>((resolve) => {
  // The empty first document has a preload too; its question, heard late, would take the port of our page away.
  if (location.protocol !== "app:") return;
  const ask = (): void => ipcRenderer.send(channels.port, documentId);
  const asking = setInterval(ask, askAgainMilliseconds);
  ipcRenderer.on(channels.port, (event, answered: unknown) => {
    const [given] = event.ports;
    if (answered !== documentId || given === undefined) return;
    clearInterval(asking);
    given.addEventListener("message", (message: MessageEvent<FromShell>) => receive(message.data));
    given.start();
    resolve(given);
  });
  ask();
});

function receive(message: FromShell): void {
  if ("event" in message) pushes.tell(message.event, message.data);
  else if ("connection" in message) changeConnection(message);
  else pending.settle(message);
}

function changeConnection(to: Connection): void {
  // What was on its way may or may not have been done: it fails, and whoever asked looks again.
  if (to.connection === "lost") pending.failAll(to.error);
  state = to.connection;
  connections.tell(state);
}

const host: DesktopHost = {
  request: (method, params) =>
    pending.ask(method, params, (request) => {
      void port.then((open) => open.postMessage(request, []));
    }),
  onPush: (listener) => pushes.add(listener),
  onConnection: (listener) => {
    // Whoever comes later than the message hears how it stands.
    if (state !== null) listener(state);
    return connections.add(listener);
  },
  pathOf: (file) => {
    const path = webUtils.getPathForFile(file);
    return path === "" ? null : path;
  },
  reveal: (path) => ipcRenderer.invoke(channels.reveal, path),
};

contextBridge.exposeInMainWorld("workbenchHost", host);
