/** The screens on the real core, before anything ran: accessible, within 1280x800, in both languages, by keyboard. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./harness/accessible.ts";
import { expect as expectSoon, test } from "./harness/test.ts";

/** The machine may be busy with other tests. */
const expect = expectSoon.configure({ timeout: 30_000 });

const go = (page: Page, hash: string) => page.evaluate((to) => location.assign(to), hash);
const screens = [
  "#/",
  "#/tasks",
  "#/tasks/credit_risk",
  "#/tasks/credit_risk?tab=walls",
  "#/tasks/credit_risk?tab=rubric",
  "#/tasks/credit_risk?tab=contract",
  "#/start",
  "#/runs",
  "#/agents",
  "#/environment",
  "#/settings",
];

for (const language of ["en", "zh"] as const) {
  test(`Every screen is accessible in both themes and fits the window: ${language}`, async ({
    page,
    door,
  }) => {
    test.setTimeout(300_000);
    if (door === "browser") await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate((to) => window.workbench.call("settings.set", { language: to }), language);
    await expect(page.locator("html")).toHaveAttribute("lang", language === "zh" ? "zh-CN" : "en");
    for (const hash of screens) {
      await go(page, hash);
      await expect(page.locator("main .loading")).toHaveCount(0, { timeout: 30_000 });
      await expectNoSidewaysScroll(page, hash);
      for (const theme of ["light", "dark"] as const) {
        await page.evaluate((to) => window.workbench.call("settings.set", { theme: to }), theme);
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
        await expectAccessible(page, `${hash} ${theme}`);
      }
    }
  });
}

test("The first stop of the keyboard skips to the content", async ({ page }) => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("The palette goes everywhere by keyboard, and gives the focus to the page it opens", async ({
  page,
}) => {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("environ");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Environment", level: 1 })).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox")).toHaveCount(0);
});

test("Tabs are walked with the arrows", async ({ page }) => {
  await go(page, "#/tasks/credit_risk");
  await page.getByRole("tab", { name: "Brief" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Data" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Rubric" })).toBeFocused();
  await expect(page.getByRole("tabpanel")).toContainText("reporting.strict_json");
});

test("Language and theme are kept over a restart", async ({ page, reopen }) => {
  await go(page, "#/settings");
  await page.getByText("中文", { exact: true }).click();
  await page.getByText("深色", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "设置" })).toBeVisible();
  const again = await reopen();
  await expect(again.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(again.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(again.getByRole("heading", { name: "准备情况" })).toBeVisible();
});

test("The doctor shows every wall with its state and what enforces it, in the reader's language", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await go(page, "#/environment");
  const rows = page.locator("table.doctor tbody").first().locator("tr:not(.fix-row)");
  await expect(rows).toHaveCount(9, { timeout: 60_000 });
  await expect(page.getByRole("row", { name: /^Network/ })).toContainText("Enforced");
  await expect(page.getByRole("row", { name: /^Python in the box/ })).toContainText("Working");
  const checked = await page.locator("table.doctor time").first().getAttribute("datetime");
  await page.evaluate(() => window.workbench.call("settings.set", { language: "zh" }));
  const network = page.getByRole("row", { name: /^网络/ });
  await expect(network).toContainText("任何套接字都得到 PermissionError");
  await network.getByText("全部被拒绝").click();
  await expect(network).toContainText("打开 TCP 套接字");
  // Another language is another telling of the same examination.
  await expect(page.locator("table.doctor time").first()).toHaveAttribute("datetime", checked ?? "");
});

test("A command agent is added, tried and removed", async ({ page }) => {
  test.setTimeout(120_000);
  await go(page, "#/agents");
  await page.getByLabel("Name").fill("bad name");
  await expect(page.getByText("Begin with a letter or digit")).toBeVisible();
  await page.getByLabel("Name").fill("my-agent");
  await page.getByRole("textbox", { name: /^Command/ }).fill("true");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Test my-agent" }).click();
  // It leaves no solution.py, and that is said.
  await expect(page.locator(".agent-row")).toContainText("solution.py", { timeout: 60_000 });
  await page.getByRole("button", { name: "Remove my-agent" }).click();
  await expect(page.getByText("No command agents")).toBeVisible();
});
