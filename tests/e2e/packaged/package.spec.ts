/** The program as it is installed: packed, its fuses flipped, with the Node and the core that it brings. */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, expect, type Page, test as base } from "@playwright/test";
import { programEnvironment } from "../harness/checkout.ts";
import { renderersOfThisUser, seccompOf } from "../harness/chromium-sandbox.ts";
import { makeDataHome } from "../harness/data-home.ts";

const folder = process.env["MLEWB_TEST_PACKAGE"] ?? "";
const program = join(folder, "mle-workbench");

const test = base.extend<{ readonly home: string; readonly shown: Page }>({
  // Playwright reads the names of fixtures out of this pattern; an empty one says that there are none.
  // oxlint-disable-next-line eslint/no-empty-pattern
  home: async ({}, use) => {
    const home = makeDataHome();
    await use(home.path);
    home.remove();
  },

  /** Over the debugging port: with the inspect fuse off Playwright cannot launch it by itself. */
  shown: async ({ home }, use) => {
    const child = spawn(program, ["--remote-debugging-port=0", `--user-data-dir=${join(home, "shell")}`], {
      env: programEnvironment(home),
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    let said = "";
    const address = await new Promise<string>((resolve, reject) => {
      child.stderr.on("data", (part: Buffer) => {
        said += part.toString("utf8");
        const found = /DevTools listening on (ws:\S+)/.exec(said);
        if (found?.[1] !== undefined) resolve(found[1]);
      });
      void ended.then(() => reject(new Error(`The program ended. It said:\n${said}`)));
    });
    const browser = await chromium.connectOverCDP(address, { noDefaults: true });
    const context = browser.contexts()[0];
    const page = context?.pages()[0] ?? (await context?.waitForEvent("page"));
    if (page === undefined) throw new Error("The program has no window.");
    await page.waitForFunction(() => "workbench" in window);
    await use(page);
    // Ending the program ends the connection; closing the connection first waits for pages that no one closes.
    child.kill("SIGTERM");
    await ended;
  },
});

test("The package starts, and its window is answered by the core that it brings", async ({ shown, home }) => {
  expect(shown.url()).toBe("app://workbench/");
  expect(await shown.evaluate(() => window.workbench.call("app.info", {}))).toMatchObject({ home });
  const { tasks } = await shown.evaluate(() => window.workbench.call("tasks.list", {}));
  expect(tasks.map((task) => task.id)).toContain("credit_risk");
});

test("Its renderer runs in Chromium's sandbox", async ({ shown }) => {
  await shown.title();
  const modes = renderersOfThisUser().map(seccompOf);
  expect(modes.length).toBeGreaterThan(0);
  expect(new Set(modes)).toEqual(new Set([2]));
});

test("Its core ends with it", async ({ shown, home }) => {
  const { pid } = await shown.evaluate(() => window.workbench.call("app.info", {}));
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toContain(join(folder, "resources/bin/node"));
  await shown.evaluate(() => window.close());
  await expect.poll(() => readOrNull(`/proc/${pid}/cmdline`), { timeout: 60_000 }).toBeNull();
  expect(home).not.toBe("");
});

test("Its command line needs no display", ({ home }) => {
  const { DISPLAY: _none, ...environment } = programEnvironment(home);
  const said = execFileSync(join(folder, "resources/bin/mlewb"), ["tasks", "list", "--json"], {
    env: environment,
    encoding: "utf8",
  });
  const { tasks } = JSON.parse(said) as { tasks: readonly { id: string }[] };
  expect(tasks.map(({ id }) => id)).toContain("credit_risk");
});

test("Its fuses are flipped", () => {
  // The wire: a sentinel, the version, the number of fuses, then one digit for each.
  const binary = readFileSync(program);
  const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
  const at = binary.indexOf(sentinel) + sentinel.length;
  const count = binary[at + 1] ?? 0;
  const [runAsNode, cookies, nodeOptions, inspect, integrity, onlyAsar, snapshot] = binary
    .subarray(at + 2, at + 2 + count)
    .toString("latin1");
  expect({ runAsNode, cookies, nodeOptions, inspect, integrity, onlyAsar, snapshot }).toEqual({
    runAsNode: "0",
    cookies: "1",
    nodeOptions: "0",
    inspect: "0",
    integrity: "1",
    onlyAsar: "1",
    snapshot: "0",
  });
});

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
