/** The page's half of the browser door; the server puts it before the interface. */
import { BrowserConnection, type Socket } from "./browser-connection.ts";
import { exchangeToken } from "./exchange-token.ts";
import { installWorkbench, makeWorkbench } from "./make-workbench.ts";

function openSocket(): Socket {
  const socket = new WebSocket(`ws://${location.host}/rpc`);
  return {
    onText: (listener) =>
      socket.addEventListener("message", (event: MessageEvent<string>) => listener(event.data)),
    onClose: (listener) => socket.addEventListener("close", () => listener()),
    send: (text) => socket.send(text),
  };
}

const connection = new BrowserConnection({
  open: openSocket,
  wait: (task, milliseconds) => void setTimeout(task, milliseconds),
});
installWorkbench(
  makeWorkbench("browser", {
    request: (method, params) => connection.request(method, params),
    onPush: (listener) => connection.onPush(listener),
    onConnection: (listener) => connection.onConnection(listener),
    pathOf: () => null,
    reveal: () => Promise.resolve(false),
  }),
);
void exchangeToken(location, history).finally(() => connection.start());
