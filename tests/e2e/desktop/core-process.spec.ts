/** The shell and its core process: found, watched, started again. The core is a stub that can be told to die. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { checkout } from "../harness/checkout.ts";
import { expect, test } from "../harness/test.ts";

test.use({ core: join(checkout, "tests/shell/stub-core/stub-core.ts") });

/** The stub knows methods that the contract does not. */
const ask = (page: Page, method: string, params: unknown = {}): Promise<unknown> =>
  page.evaluate(([name, value]) => window.workbench.call(name as never, value as never), [
    method,
    params,
  ] as const);

test("A call goes to the core and comes back as it was", async ({ page }) => {
  const value = { text: "中文 \u0000 🙂", list: [1, null, true, 0.1], nested: { deep: [{}] } };
  expect(await ask(page, "echo", value)).toEqual(value);
});

test("A push of the core reaches the page", async ({ page }) => {
  const heard = await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.workbench.on("settings.changed", resolve);
        void window.workbench.call("push" as never, { language: "zh" } as never);
      }),
  );
  expect(heard).toEqual({ language: "zh" });
});

test("The core runs on the Node that the lock brings, without the shell's environment", async ({ page }) => {
  const environment = await ask(page, "environment");
  expect(environment).not.toHaveProperty("DISPLAY");
  expect(environment).toHaveProperty("MLEWB_HOME");
});

test("A core that dies is told with core_gone, and a new one is there", async ({ page }) => {
  const before = await ask(page, "pid");
  const told = await page.evaluate(async () => {
    const states: string[] = [];
    const back = new Promise<void>((resolve) => {
      window.workbench.onConnection((state) => {
        states.push(state);
        if (states.length === 3) resolve();
      });
    });
    const code = await window.workbench.call("die" as never, {} as never).then(
      () => "answered",
      (error: unknown) => (error instanceof Error ? (error.cause as { code: string }).code : "thrown"),
    );
    await back;
    return { code, states };
  });
  expect(told).toEqual({ code: "core_gone", states: ["connected", "lost", "connected"] });
  expect(await ask(page, "pid")).not.toBe(before);
});

test("The core ends with the window", async ({ page, program }) => {
  const pid = Number(await ask(page, "pid"));
  await program.opened.close();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("A reload of the page finds the same core", async ({ page }) => {
  const before = await ask(page, "pid");
  await page.reload();
  await page.waitForFunction(() => "workbench" in window);
  expect(await ask(page, "pid")).toBe(before);
});
