/**
 * Every screen in every state that a core can bring it into, on made-up data: no violation of axe in both themes and
 * languages, nothing wider than a 1280 window, nothing that the content security policy refuses.
 */
import { test as base, expect as expectSoon } from "@playwright/test";
import { fixtureScreens } from "../fixture-workbench/screens.ts";
import { serveFixture } from "../fixture-workbench/serve.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../harness/accessible.ts";

/** The machine may be busy with other tests. */
const expect = expectSoon.configure({ timeout: 30_000 });

const test = base.extend<object, { readonly address: string }>({
  address: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const served = await serveFixture();
      await use(served.address);
      await served.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

for (const [theme, language] of [
  ["light", "en"],
  ["dark", "en"],
  ["light", "zh"],
  ["dark", "zh"],
] as const) {
  test(`Every screen is accessible and fits 1280x800: ${theme}, ${language}`, async ({ page, address }) => {
    test.setTimeout(600_000);
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${address}?theme=${theme}&language=${language}`);
    for (const [name, hash] of fixtureScreens) {
      await page.evaluate((to) => location.assign(to), hash);
      await expect(page.locator("main .loading")).toHaveCount(0);
      if (name === "live" || name === "log")
        // A line that is in view wherever the log has been scrolled to.
        await expect(page.locator(".xterm-rows")).toContainText("fold");
      if (name === "resources" || name === "compare")
        await expect(page.locator(".recharts-surface").first()).toBeVisible();
      await expectAccessible(page, name);
      await expectNoSidewaysScroll(page, name);
    }
    expect(said).toEqual([]);
  });
}

test("Dialogs, palette and toasts are accessible", async ({ page, address }) => {
  await page.goto(`${address}?theme=dark`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await expectAccessible(page, "palette");
  await page.keyboard.press("Escape");
  await page.evaluate(() => location.assign("#/runs/r-01929e"));
  await page.getByRole("button", { name: "Cancel the run" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "cancel");
  await page.keyboard.press("Escape");
  await page.evaluate(() => location.assign("#/agents"));
  await page.getByRole("button", { name: "Remove my-agent" }).click();
  await expect(page.getByText("my-agent was removed")).toBeVisible();
  await expectAccessible(page, "toast");
});

for (const [language, copy, copied] of [
  ["en", "Copy the command", "Copied"],
  ["zh", "复制命令", "已复制"],
] as const) {
  test(`A broken wall is shown with the command that mends it, which is copied by keyboard: ${language}`, async ({
    page,
    address,
  }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${address}?broken&language=${language}#/environment`);
    const buttons = page.getByRole("button", { name: copy });
    await expect(buttons).toHaveCount(3);
    await expectAccessible(page, "a broken wall");
    await expectNoSidewaysScroll(page, "a broken wall");
    await buttons.nth(1).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: copied })).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "mlewb doctor --json > doctor.json",
    );
  });
}

test("The acts behind a wall are opened by keyboard", async ({ page, address }) => {
  await page.goto(`${address}#/environment`);
  const acts = page.locator("details.acts").first();
  await acts.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(acts.getByRole("listitem")).toContainText("move to other processors");
  await expectAccessible(page, "opened acts");
});

test("A variant that cannot be generated says why, and can be tried again", async ({ page, address }) => {
  await page.goto(`${address}#/tasks/credit_risk?tab=data&variant=13`);
  await page.getByRole("button", { name: "Generate variant 13" }).click();
  await expect(page.getByRole("alert")).toContainText("it ended with exit code 1");
  await expectAccessible(page, "failed generation");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Generating variant 13 in the sandbox")).toBeVisible();
  await expectAccessible(page, "generating");
});

test("Large tables, tables without rows and files that are none say so", async ({ page, address }) => {
  await page.goto(`${address}#/tasks/credit_risk?tab=data`);
  await page.getByText("events.csv", { exact: true }).click();
  await expect(page.getByText("more than 100,000 rows")).toBeVisible();
  await expect(page.getByText("its profile is of the first 100,000 rows")).toBeVisible();
  await expect(page.getByText("3 more columns are not shown")).toBeVisible();
  await page.getByText("none.csv", { exact: true }).click();
  await expect(page.getByText("The table has no rows.")).toBeVisible();
  await page.getByText("report.pdf", { exact: true }).click();
  await expect(page.getByText("This file is no table")).toBeVisible();
});

test("A machine on which nothing is ready leads to the environment", async ({ page, address }) => {
  await page.goto(`${address}?empty`);
  await expect(page.getByText("The Python environment has not been made yet.")).toBeVisible();
  await expectAccessible(page, "empty home");
  await page.getByRole("button", { name: "Create the environment" }).click();
  await expect(page.getByRole("meter", { name: "Progress of the environment" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run the reference on credit_risk" })).toBeVisible();
});

test("A lost connection is said and does not take the page away", async ({ page, address }) => {
  await page.goto(`${address}?lost#/runs`);
  await expect(page.getByRole("alert")).toContainText("connection to the workbench core is lost");
  await expect(page.getByRole("grid")).toBeVisible();
  await expectAccessible(page, "lost");
});

test("History is walked, marked and compared with the keyboard alone", async ({ page, address }) => {
  await page.goto(`${address}#/runs`);
  const rows = page.getByRole("row");
  await rows.nth(1).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.locator('[role="row"][aria-selected="true"]')).toHaveCount(2);
  await page.keyboard.press("End");
  await expect(page.locator('[role="row"]:focus')).toHaveAttribute("aria-rowindex", "246");
  await page.keyboard.press("Home");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { name: "Two runs side by side" })).toBeVisible();
});

test("History is searched and filtered", async ({ page, address }) => {
  await page.goto(`${address}#/runs`);
  await expect(page.getByText("245 runs")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("scaler");
  await expect(page.locator('[role="row"][data-run]')).toHaveCount(1);
  await page.getByLabel("Status").selectOption("queued");
  await expect(page.getByText("No run matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(page.getByText("245 runs")).toBeVisible();
});

test("A check leads to its line of code, a domino to its cause", async ({ page, address }) => {
  await page.goto(`${address}#/runs/r-0192a0`);
  await page.getByRole("button", { name: /Planted faults treated/ }).click();
  await page.getByRole("button", { name: "Pulled down by: Impossible values" }).click();
  await expect(page.getByRole("button", { name: /Impossible values/, expanded: true })).toBeFocused();
  await page.getByRole("link", { name: "solution.py, line 34" }).first().click();
  await expect(page.locator(".code-line[data-current]")).toContainText("34");
});

test("Control strings of the log do not reach the terminal", async ({ page, address }) => {
  await page.goto(`${address}#/runs/r-0192a0?tab=log`);
  await expect(page.locator(".xterm-rows")).toContainText("fold");
  await page.getByLabel("Search the log").fill("a link that must stay text");
  await page.keyboard.press("Enter");
  await expect(page.locator(".xterm-rows")).toContainText("a link that must stay text");
  await expect(page.locator(".xterm-rows")).not.toContainText("example.org");
});

test("A removed agent comes back with undo", async ({ page, address }) => {
  await page.goto(`${address}#/agents`);
  await page.getByRole("button", { name: "Remove my-agent" }).click();
  await expect(page.getByRole("button", { name: "Test my-agent" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Test my-agent" })).toBeVisible();
});
