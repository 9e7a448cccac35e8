import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { contentSecurityPolicy } from "../../../main/page/security-headers.ts";
import { startServer } from "../../../main/server/start-server.ts";
import { openSession, type ServedPage, servePage } from "./served-page.ts";

let served: ServedPage;
beforeAll(async () => {
  served = await servePage();
});
afterAll(() => served.close());

/** Resolves with what the server did with the upgrade. */
function upgrade(headers: Record<string, string>, path = "/rpc"): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${served.port}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_request, response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", reject);
  });
}
const nextMessage = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) =>
    socket.once("message", (data: Buffer) => resolve(JSON.parse(data.toString("utf8")))),
  );

describe("the page", () => {
  test("comes with its bridge and the whole policy", async () => {
    const answer = await served.ask("/");
    expect(answer.body).toContain('<head><script type="module" src="/browser-bridge.js"></script>');
    expect(answer.headers["content-security-policy"]).toBe(contentSecurityPolicy);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test.each([
    "/../secret.html",
    "/..%2fsecret.html",
    "/%2e%2e/secret.html",
    "/assets/..%5c..%5csecret.html",
    "/none.html",
  ])("at %s is not there", async (path) => {
    const answer = await served.ask(path);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain("secret");
  });

  test("is open to no other origin by CORS", async () => {
    const answer = await served.ask("/");
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each([
    ["another host", { host: "evil.example" }],
    ["another origin", { origin: "https://example.org" }],
  ])("is refused under %s", async (_name, headers) => {
    expect((await served.ask("/", { headers })).status).toBe(403);
  });

  test.each(["PUT", "DELETE", "OPTIONS"])("cannot be asked by %s", async (method) => {
    expect((await served.ask("/", { method, headers: { origin: served.server.origin } })).status).toBe(405);
  });
});

describe("the token", () => {
  test("opens a session whose cookie is HttpOnly and SameSite=Strict", async () => {
    const token = new URL(served.server.issueAddress()).hash.slice("#token=".length);
    const answer = await served.ask("/session", {
      method: "POST",
      headers: { origin: served.server.origin },
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(204);
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/; HttpOnly; SameSite=Strict; Path=\/$/),
    ]);
  });

  test("used twice is refused the second time", async () => {
    const address = served.server.issueAddress();
    expect(await openSession(served, address)).not.toBe("");
    expect(await openSession(served, address)).toBe("");
  });

  test.each([
    ["a wrong one", '{"token":"x"}', 403],
    ["none", "{}", 403],
    ["no JSON", "{", 403],
    ["a body that is too long", " ".repeat(5000), 413],
  ])("%s opens nothing", async (_name, body, status) => {
    const headers = { origin: served.server.origin };
    const answer = await served.ask("/session", { method: "POST", headers, body });
    expect(answer.status).toBe(status);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("is not taken from another origin", async () => {
    const token = new URL(served.server.issueAddress()).hash.slice("#token=".length);
    const headers = { origin: "https://example.org" };
    const answer = await served.ask("/session", { method: "POST", headers, body: JSON.stringify({ token }) });
    expect(answer.status).toBe(403);
  });
});

describe("the socket", () => {
  test("of a page with a session carries messages to the core and back", async () => {
    const socket = await upgrade({ origin: served.server.origin, cookie: await openSession(served) });
    if (typeof socket === "number") throw new Error(`refused with ${socket}`);
    socket.send(JSON.stringify({ id: 1, method: "x", params: {} }));
    const answer = await nextMessage(socket).then((first) => (isHello(first) ? nextMessage(socket) : first));
    expect(answer).toEqual({ echo: { id: 1, method: "x", params: {} } });
    socket.terminate();
  });

  test.each([
    ["no cookie", () => ({ origin: served.server.origin })],
    [
      "a cookie of its own making",
      () => ({ origin: served.server.origin, cookie: `mlewb_session_${served.port}=x` }),
    ],
  ])("is refused with %s", async (_name, headers) => {
    expect(await upgrade(headers())).toBe(403);
  });

  test.each([
    ["another origin", { origin: "https://example.org" }],
    ["another host", { host: "evil.example" }],
  ])("is refused from %s, session or not", async (_name, headers) => {
    const cookie = await openSession(served);
    expect(await upgrade({ origin: served.server.origin, cookie, ...headers })).toBe(403);
  });

  test("is refused without an origin, session or not", async () => {
    expect(await upgrade({ cookie: await openSession(served) })).toBe(403);
  });

  test.each(["//[", "http://[::bad"])("to %s, of which no URL can be made, is refused", async (target) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(served.port, "127.0.0.1", () =>
        socket.write(
          `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
        ),
      );
      socket.once("data", (data) => resolve(data.toString("latin1")));
      socket.once("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("is refused on another path", async () => {
    const cookie = await openSession(served);
    expect(await upgrade({ origin: served.server.origin, cookie }, "/other")).toBe(403);
  });

  test.each([
    ["a message above the limit", "x".repeat(1_048_577), 1009],
    ["bytes", Buffer.from([1]), 1003],
    ["no JSON", "{", 1007],
  ])("is closed by %s", async (_name, message, code) => {
    const socket = await upgrade({ origin: served.server.origin, cookie: await openSession(served) });
    if (typeof socket === "number") throw new Error(`refused with ${socket}`);
    const closed = new Promise<number>((resolve) => socket.on("close", resolve));
    socket.send(message);
    expect(await closed).toBe(code);
  });
});

describe("listening", () => {
  const folder = mkdtempSync(join(tmpdir(), "listening-"));
  afterEach(() => rmSync(join(folder, "s"), { force: true }));
  afterAll(() => rmSync(folder, { recursive: true }));
  const onSocket = { listen: { kind: "socket", path: join(folder, "s"), forwardedPort: 7777 } } as const;

  test("on a port that is taken is a port_in_use error that names it", async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, "127.0.0.1", () => {
        const address = taken.address();
        resolve(address !== null && typeof address === "object" ? address.port : 0);
      });
    });
    const starting = startServer(() => {}, { listen: { kind: "port", port } });
    await expect(starting).rejects.toMatchObject({
      code: "port_in_use",
      message: expect.stringContaining(`${port}`) as string,
    });
    await new Promise((resolve) => taken.close(resolve));
  });

  test("on a socket makes a file that is its owner's alone, and removes it at the end", async () => {
    const server = await startServer(() => {}, onSocket);
    expect(statSync(onSocket.listen.path).mode & 0o777).toBe(0o600);
    await server.close();
    expect(existsSync(onSocket.listen.path)).toBe(false);
  });

  test("on a socket answers under the forwarded port", async () => {
    const server = await startServer(() => {}, onSocket);
    const statusFor = (host: string): Promise<number> =>
      new Promise((resolve) => {
        request({ socketPath: onSocket.listen.path, path: "/none", headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).end();
      });
    expect(await statusFor("127.0.0.1:7777")).toBe(404);
    expect(await statusFor("127.0.0.1:7778")).toBe(403);
    await server.close();
  });

  test("never replaces a file that is no socket", async () => {
    writeFileSync(onSocket.listen.path, "precious");
    await expect(startServer(() => {}, onSocket)).rejects.toMatchObject({ code: "conflict" });
    expect(existsSync(onSocket.listen.path)).toBe(true);
  });

  test("never takes the socket of a server that answers", async () => {
    const server = await startServer(() => {}, onSocket);
    await expect(startServer(() => {}, onSocket)).rejects.toMatchObject({ code: "conflict" });
    await server.close();
  });
});

function isHello(message: unknown): boolean {
  return typeof message === "object" && message !== null && "hello" in message;
}
