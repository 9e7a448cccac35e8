import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import type { Channel } from "../rpc/channel.ts";
import { accessListFor, refuse } from "./access-list.ts";
import { type ListenOn, listen } from "./listen.ts";
import { routes } from "./routes.ts";
import { readSessionCookie } from "./session-cookie.ts";
import { Sessions } from "./sessions.ts";
import { Sockets } from "./sockets.ts";

export interface ServerOptions {
  /** Default: a free port of 127.0.0.1. */
  readonly listen?: ListenOn;
  /** The built interface; default `out/renderer` of this checkout. */
  readonly rendererFolder?: string;
}

export interface RunningServer {
  /** `http://127.0.0.1:PORT`, without a token. */
  readonly origin: string;
  /** An address with a fresh token in its fragment; opens the workbench in one browser, once. */
  issueAddress(): string;
  /** Ends every connection and frees the port or the socket file. The core is the caller's to close. */
  close(): Promise<void>;
}

const builtRenderer = fileURLToPath(new URL("../../out/renderer", import.meta.url));

/**
 * The browser door: serves the interface and hands each page to `accept` as a channel, which the caller joins to
 * its core (`serveChannel` of main/rpc) or to a channel of a core that runs elsewhere.
 * Rejects with `port_in_use` (port) or `conflict` (socket path).
 */
export async function startServer(
  accept: (channel: Channel) => void,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const sessions = new Sessions();
  const sockets = new Sockets(accept);
  const server = createServer();
  let port: number;
  try {
    port = await listen(server, options.listen ?? { kind: "port", port: 0 });
  } catch (error) {
    sockets.close();
    throw error;
  }
  const allowed = accessListFor(port);
  const rendererFolder = options.rendererFolder ?? builtRenderer;
  const app = routes({ rendererFolder, allowed, sessions, port });

  const answer = getRequestListener(app.fetch);
  server.on("request", (request, response) => void answer(request, response));
  server.on("upgrade", (request, socket, head) => {
    // From here on the socket is nobody's but ours: a peer that resets it must not end the process.
    socket.on("error", () => socket.destroy());
    const { host, origin, cookie } = request.headers;
    // Compared as it came: whoever may ask at all may also write what no URL can be made of.
    const path = request.url?.split("?")[0];
    const refused = refuse({ method: request.method ?? "GET", host, origin, upgrade: true }, allowed);
    if (refused !== null || path !== "/rpc" || !sessions.has(readSessionCookie(cookie, port))) {
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    sockets.accept(request, socket, head);
  });

  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    issueAddress: () => `${origin}/#token=${sessions.issueToken()}`,
    close: () =>
      new Promise((resolve) => {
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
