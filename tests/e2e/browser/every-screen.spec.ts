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
  await page.getByRole("button", { name: /Planted faults treated/, expanded: false }).click();
  await page.getByRole("button", { name: "Pulled down by: Impossible values" }).click();
  await expect(page.getByRole("button", { name: /Impossible values/, expanded: true })).toBeFocused();
  await page.getByRole("link", { name: "solution.py, line 34" }).first().click();
  await expect(page.locator(".code-line[data-current]")).toContainText("34");
});

test("Places lead to the file that they name: a module, the report as text, a row of the data", async ({
  page,
  address,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${address}#/runs/r-0192a0`);
  await page.getByRole("button", { name: "Open all" }).click();
  await page.getByRole("link", { name: "features.py, line 12" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Code" })).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".code-line[data-current]")).toContainText("StandardScaler().fit_transform");
  await page.getByRole("link", { name: "solution.py", exact: true }).click();
  await expect(page.getByRole("group", { name: "solution.py" })).toContainText("reference solution");
  await page.goto(`${address}#/runs/r-0192a0?check=reporting.strict_json`);
  await page.getByRole("link", { name: "report.json, line 4" }).press("Enter");
  await expect(page.getByRole("radio", { name: "Text" })).toBeChecked();
  await expect(page.locator(".code-line[data-current]")).toContainText('"target"');
  await page.goto(`${address}#/runs/r-0192a0?check=preprocessing.treatments`);
  await page.getByRole("link", { name: "data.csv, row_id 705716, loan_amount" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Data", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("td[data-cell]")).toContainText("999999");
  await expect(page.locator("td[data-cell]")).toBeInViewport();
  await expect(page.locator(".rows-around tbody tr")).toHaveCount(9);
});

test("A row whose data is not in the folder is made again from there", async ({ page, address }) => {
  await page.goto(`${address}#/runs/r-0192a0?tab=data&file=holdout.csv&row=1&column=age`);
  await expect(page.getByText("is not in the data folder")).toBeVisible();
  await page.getByRole("button", { name: "Generate variant 0" }).press("Enter");
  // The fixture makes the variant, and never has the file.
  await expect(page.getByText("The task has changed since this run")).toBeVisible();
});

test("Dominoes are drawn from their cause, and lead to each check by keyboard", async ({ page, address }) => {
  await page.goto(`${address}#/runs/r-01929f`);
  const fell = page.getByRole("list", { name: "Fell with: Fixed test split used" });
  await expect(fell.getByRole("listitem")).toHaveCount(4);
  const cause = page.locator("button.domino-box", { hasText: "Fixed test split used" });
  await cause.focus();
  await page.keyboard.press("Tab");
  await expect(fell.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Enter");
  const metrics = page.getByRole("button", { name: /Statistical metrics are true/, expanded: true });
  await expect(metrics).toBeFocused();
  await page.getByRole("button", { name: "Pulled down by: Fixed test split used" }).press("Enter");
  await expect(page.getByRole("button", { name: /Fixed test split used/, expanded: true })).toBeFocused();
  await expect(page.locator("#check-evaluation\\.fixed_test_split")).toContainText("Pulled down:");
  await expectAccessible(page, "dominoes");
});

test("What a check compares and found has no name of the program in the Chinese window", async ({
  page,
  address,
}) => {
  await page.goto(`${address}?language=zh#/runs/r-0192a0`);
  await page.getByRole("button", { name: "全部展开" }).click();
  const table = page.getByRole("group", { name: "声称值与重算值" }).first();
  await expect(table.getByRole("row", { name: /^f1/ })).toContainText("不一致");
  await expect(table.getByRole("columnheader")).toHaveText(["项目", "声称", "重算", "差值", "结论"]);
  const names = page.locator(".details dt, .details .label, .details thead th, .details caption");
  expect(await names.count()).toBeGreaterThan(10);
  for (const name of await names.allTextContents()) expect(name).toMatch(/\p{Script=Han}/u);
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
