import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { CoreChild } from "../../../main/app/core-child.ts";
import type { PageMessage } from "../../../main/app/relay.ts";

const stub = fileURLToPath(new URL("../stub-core/stub-core.ts", import.meta.url));
const core = (offers: unknown[] = []): CoreChild => {
  started = new CoreChild({ node: process.execPath, entry: stub }, null, (error) => offers.push(error));
  return started;
};
let started: CoreChild | null = null;

/** A page that can wait for what it hears. */
class WaitingPage {
  readonly heard: PageMessage[] = [];
  #waiting: (() => void)[] = [];
  send(message: PageMessage): void {
    this.heard.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
  }
  async until(wanted: (message: PageMessage) => boolean): Promise<PageMessage> {
    for (;;) {
      const found = this.heard.find(wanted);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }
}
const answerTo = (id: number) => (message: PageMessage) => "id" in message && message.id === id;

afterEach(async () => {
  await started?.close();
});

test("A request made before the core is up is answered", async () => {
  const child = core();
  child.start();
  const page = new WaitingPage();
  child.relay.attach(page);
  child.relay.fromPage(page, { id: 1, method: "echo", params: { a: [1, "中文", null] } });
  expect(await page.until(answerTo(1))).toEqual({ id: 1, ok: true, result: { a: [1, "中文", null] } });
});

test("A core that dies once is started again, and the page is told both", async () => {
  const child = core();
  child.start();
  const page = new WaitingPage();
  child.relay.attach(page);
  child.relay.fromPage(page, { id: 1, method: "die", params: {} });
  const lost = await page.until((message) => "connection" in message && message.connection === "lost");
  child.relay.fromPage(page, { id: 2, method: "pid", params: {} });
  expect(lost).toMatchObject({ error: { code: "core_gone", details: { detail: "exit code 7" } } });
  expect(await page.until(answerTo(2))).toMatchObject({ ok: true });
});

test("A core that dies again soon is offered, not started", async () => {
  const offers: unknown[] = [];
  const child = core(offers);
  child.start();
  const page = new WaitingPage();
  child.relay.attach(page);
  child.relay.fromPage(page, { id: 1, method: "die", params: {} });
  await page.until((message) => "connection" in message && message.connection === "lost");
  page.heard.length = 0;
  child.relay.fromPage(page, { id: 2, method: "die", params: {} });
  await page.until((message) => "connection" in message && message.connection === "lost");
  child.relay.fromPage(page, { id: 3, method: "pid", params: {} });
  expect(offers).toHaveLength(1);
  expect(await page.until(answerTo(3))).toMatchObject({ ok: false, error: { code: "core_gone" } });
});

test("A Node that does not exist is told like a death", async () => {
  const offers: unknown[] = [];
  started = new CoreChild({ node: "/nowhere/node", entry: stub }, null, (error) => offers.push(error));
  const page = new WaitingPage();
  started.relay.attach(page);
  page.heard.length = 0;
  started.start();
  expect(
    await page.until((message) => "connection" in message && message.connection === "lost"),
  ).toMatchObject({
    error: { code: "core_gone", details: { detail: expect.stringContaining("ENOENT") as string } },
  });
});

test("The core ends when the shell closes", async () => {
  const child = core();
  child.start();
  const page = new WaitingPage();
  child.relay.attach(page);
  child.relay.fromPage(page, { id: 1, method: "pid", params: {} });
  const answer = await page.until(answerTo(1));
  await child.close();
  const pid = "result" in answer ? Number(answer.result) : Number.NaN;
  expect(pid).toBeGreaterThan(1);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
