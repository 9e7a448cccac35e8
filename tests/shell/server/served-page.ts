import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Channel } from "../../../main/rpc/channel.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../../main/server/start-server.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ServedPage {
  readonly server: RunningServer;
  readonly port: number;
  readonly channels: readonly Channel[];
  /** Sends the path exactly as written; `fetch` would tidy it. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>;
  close(): Promise<void>;
}

/** A server over a small built page, with `secret.html` beside its folder. Every channel echoes requests. */
export async function servePage(options: ServerOptions = {}): Promise<ServedPage> {
  const folder = mkdtempSync(join(tmpdir(), "served-page-"));
  const root = join(folder, "root");
  mkdirSync(join(root, "assets"), { recursive: true });
  writeFileSync(join(root, "index.html"), "<html><head></head><body>page</body></html>");
  writeFileSync(join(root, "assets", "a.js"), "1;");
  writeFileSync(join(folder, "secret.html"), "secret");

  const channels: Channel[] = [];
  const accept = (channel: Channel): void => {
    channels.push(channel);
    channel.onMessage((message) => channel.send({ echo: message }));
  };
  const server = await startServer(accept, { ...options, rendererFolder: root });
  const port = Number(new URL(server.origin).port);
  return {
    server,
    port,
    channels,
    ask: (path, { method = "GET", headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const asked = request({
          host: "127.0.0.1",
          port,
          path,
          method,
          headers: { host: `127.0.0.1:${port}`, ...headers },
        });
        asked.on("error", reject);
        asked.on("response", (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts).toString("utf8"),
            }),
          );
        });
        asked.end(body);
      }),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens the address that the server issues, as a browser does; returns the Cookie header. */
export async function openSession(
  served: ServedPage,
  address = served.server.issueAddress(),
): Promise<string> {
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get("token") ?? "";
  const answer = await served.ask("/session", {
    method: "POST",
    headers: { origin: served.server.origin, "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  const [cookie] = answer.headers["set-cookie"] ?? [];
  return cookie?.split(";")[0] ?? "";
}
