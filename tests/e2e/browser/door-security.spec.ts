/** What the browser door must refuse, seen from a real Chromium and from its network. */
import { connect } from "node:net";
import { seccompOf, renderersOfThisUser } from "../harness/chromium-sandbox.ts";
import { expect, sharedTest as test } from "../harness/shared-test.ts";

/** The first line of the answer to a request written by hand; `fetch` would not let these headers be set. */
function statusLine(origin: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    let said = "";
    socket.on("data", (part) => {
      said += part.toString("latin1");
      // An upgrade that is accepted would stay open.
      if (said.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said.split("\r\n")[0] ?? ""));
    // Written, not ended: a closed half would end the request before its answer.
    socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);
  });
}
const upgrade = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];

test("The page runs in Chromium's sandbox", async ({ page }) => {
  await page.title();
  const modes = renderersOfThisUser().map(seccompOf);
  expect(modes.length).toBeGreaterThan(0);
  expect(new Set(modes)).toEqual(new Set([2]));
});

test("The token is gone from the address", async ({ page }) => {
  expect(page.url()).not.toContain("token");
});

test("The cookie is out of reach of scripts", async ({ page }) => {
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("A used token opens no second browser", async ({ page, shared }) => {
  const address = shared.address;
  const stranger = await page.context().browser()?.newContext();
  const tab = await stranger?.newPage();
  const answer = tab?.waitForResponse((response) => response.url().endsWith("/session"));
  await tab?.goto(address ?? "");
  expect((await answer)?.status()).toBe(403);
  await stranger?.close();
});

test("Another site cannot open a socket, with the person's cookie or not", async ({ page }) => {
  const origin = new URL(page.url()).origin;
  const host = `Host: ${new URL(origin).host}`;
  const [cookie] = await page.context().cookies();
  const withCookie = `Cookie: ${cookie?.name}=${cookie?.value}`;
  const ours = `Origin: ${origin}`;
  const ask = (...lines: string[]): Promise<string> =>
    statusLine(origin, ["GET /rpc HTTP/1.1", ...lines, ...upgrade]);

  expect(await ask(host, ours, withCookie)).toContain("101");
  expect(await ask(host, ours)).toContain("403");
  expect(await ask(host, ours, `Cookie: ${cookie?.name}=another`)).toContain("403");
  expect(await ask(host, "Origin: https://example.org", withCookie)).toContain("403");
  expect(await ask(host, withCookie)).toContain("403");
  expect(await ask("Host: example.org", ours, withCookie)).toContain("403");
});

test("Another name for this machine is not answered", async ({ page }) => {
  const origin = new URL(page.url()).origin;
  expect(await statusLine(origin, ["GET / HTTP/1.1", `Host: ${new URL(origin).host}`])).toContain("200");
  expect(await statusLine(origin, ["GET / HTTP/1.1", "Host: rebound.example"])).toContain("403");
});

test("A file of the machine is a file for the page in neither door", async ({ page }) => {
  expect(await page.evaluate(() => window.workbench.pathOf(new File(["x"], "x")))).toBeNull();
  expect(await page.evaluate(() => window.workbench.reveal("/etc/passwd"))).toBe(false);
});
