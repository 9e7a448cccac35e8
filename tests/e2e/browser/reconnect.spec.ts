import { expect, test } from "../harness/test.ts";

test("A page whose connection breaks says so, and comes back by itself", async ({ page }) => {
  const states = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const heard: string[] = [];
        window.workbench.onConnection((state) => {
          heard.push(state);
          if (heard.length === 3) resolve(heard);
          // More than one message may hold: the server closes the connection.
          if (heard.length === 1)
            void window.workbench
              .call("settings.get", { filler: "x".repeat(1_100_000) } as never)
              .catch(() => {});
        });
      }),
  );
  expect(states).toEqual(["connected", "lost", "connected"]);
  expect(await page.evaluate(() => window.workbench.call("settings.get", {}))).toHaveProperty("theme");
});
