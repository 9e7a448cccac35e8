import { WebSocket } from "ws";
import { openWorkbench } from "../../main/host/open-workbench.ts";
import { cookieName } from "../../main/server/session-cookie.ts";
import { type RunningServer, startServer } from "../../main/server/start-server.ts";
import { BrowserConnection, type Socket } from "../../preload/browser-connection.ts";
import { makeWorkbench } from "../../preload/make-workbench.ts";
import { defineContractSuite } from "./suite.ts";

/** What a browser does with the address that `serve` prints. */
async function openSession(server: RunningServer): Promise<string> {
  const token = new URL(server.issueAddress()).hash.slice("#token=".length);
  const answer = await fetch(`${server.origin}/session`, {
    method: "POST",
    headers: { origin: server.origin },
    body: JSON.stringify({ token }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .find((set) => set.startsWith(cookieName(Number(new URL(server.origin).port))));
  return cookie?.split(";")[0] ?? "";
}

/** The browser's own bridge, with a WebSocket that sends the headers that a browser would. */
defineContractSuite({
  name: "the WebSocket of the browser door",
  open: async (home) => {
    const workbench = openWorkbench({ home });
    const server = await startServer((channel) => workbench.serve(channel));
    const cookie = await openSession(server);
    const sockets: WebSocket[] = [];
    const open = (): Socket => {
      const socket = new WebSocket(`${server.origin.replace("http", "ws")}/rpc`, {
        headers: { origin: server.origin, cookie },
      });
      sockets.push(socket);
      return {
        onText: (listener) => socket.on("message", (data: Buffer) => listener(data.toString("utf8"))),
        onClose: (listener) => socket.on("close", listener),
        send: (text) => socket.send(text),
      };
    };
    // Nothing comes back after the end: the suite waits for no second connection.
    const connection = new BrowserConnection({ open, wait: () => {} });
    connection.start();
    const page = makeWorkbench("browser", {
      request: (method, params) => connection.request(method, params),
      onPush: (listener) => connection.onPush(listener),
      onConnection: (listener) => connection.onConnection(listener),
      pathOf: () => null,
      reveal: () => Promise.resolve(false),
    });
    return {
      call: (method, params) => page.call(method as never, params as never),
      on: (event, listener) => page.on(event, listener),
      close: async () => {
        for (const socket of sockets) socket.terminate();
        await server.close();
        await workbench.close();
      },
    };
  },
});
