/**
 * The way of a first user, on the real core, in both doors: a run started from the window streams its log, shows its
 * scorecard, is in history after a restart, is compared with another run and exported.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./harness/accessible.ts";
import { expect as expectSoon, test } from "./harness/test.ts";

/** The machine may be busy with other tests. */
const expect = expectSoon.configure({ timeout: 60_000 });

/** A solution that is over at once and tries what a terminal must not obey. */
const talker = `import sys
print("hello from the box")
sys.stdout.write("\\x1b]0;a title of its own\\x07\\x1b]8;;https://example.org\\x1b\\\\a link\\x1b]8;;\\x1b\\\\\\n")
sys.stdout.write("\\x1b[2J\\x1b[31mred words\\x1b[0m\\n")
print('{"step": "decide", "method": "nothing", "rationale": "this script only talks"}')
`;

/** A run takes seconds on an idle machine; the limit is for one that is busy with other tests. */
const runEnds = { timeout: 400_000 };

const go = (page: Page, hash: string) => page.evaluate((to) => location.assign(to), hash);
const terminal = (page: Page) => page.locator(".xterm-rows");

async function everyTheme(page: Page, what: string): Promise<void> {
  for (const theme of ["dark", "light"] as const) {
    await page.evaluate((to) => window.workbench.call("settings.set", { theme: to }), theme);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expectAccessible(page, `${what}, ${theme}`);
  }
  await expectNoSidewaysScroll(page, what);
}

test("A run of the reference goes from the window to history, comparison and report", async ({
  page: first,
  reopen,
  home,
}) => {
  test.setTimeout(900_000);
  let page = first;

  await test.step("One button starts it, and its log streams into the terminal", async () => {
    await page.getByRole("button", { name: "Run the reference on credit_risk" }).click();
    await expect(page.getByRole("list", { name: "Progress of the run" })).toBeVisible();
    await expect(terminal(page)).toContainText(/Predict whether|RangeIndex|hold-out|"step"/, runEnds);
    // It was on screen while the run was still under way.
    await expect(page.getByRole("button", { name: "Cancel the run" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Decision log" })).toContainText("applicant_id", runEnds);
    await expectAccessible(page, "live");
  });

  await test.step("The scorecard takes its place, with every stage, check and piece of evidence", async () => {
    await expect(page.getByRole("tab", { name: "Scorecard" })).toBeVisible(runEnds);
    await expect(page.locator(".headline-figure")).toHaveText(/^(9\d|100)\.\d%$/);
    await expect(page.locator(".stage-bars .stage-bar")).toHaveCount(6);
    expect(await page.locator(".check").count()).toBeGreaterThan(25);
    const check = page.getByRole("button", { name: /Missing values and their mechanism/ });
    await expect(check).toContainText("Verified");
    await check.click();
    await page
      .locator(".check[data-open=true]")
      .getByRole("link", { name: /solution\.py, line \d+/ })
      .click();
    await expect(page.locator(".code-line[data-current]")).toBeVisible();
    await page.getByRole("tab", { name: "Scorecard" }).click();
    await everyTheme(page, "scorecard");
  });

  await test.step("Figures and report can be seen", async () => {
    await page.getByRole("tab", { name: /^Artifacts/ }).click();
    const tree = page.locator(".json-tree");
    await expect(tree).toContainText("schema_version");
    const findings = tree.getByRole("button", { name: /^findings/ });
    await expect(findings).toHaveAttribute("aria-expanded", "true");
    await findings.click();
    await expect(findings).toHaveAttribute("aria-expanded", "false");
    await page.getByText("Text", { exact: true }).click();
    await expect(page.locator(".code")).toContainText("schema_version");
    await page.getByRole("button", { name: /^Lineage of the data/ }).click();
    await expect(page.getByRole("img", { name: /^Lineage of the data: .*→/ })).toBeVisible();
    await everyTheme(page, "lineage");
    await page
      .getByRole("button", { name: /figures\/.*\.png/ })
      .first()
      .click();
    const picture = page.getByRole("img", { name: /^Figure figures/ });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await expectAccessible(page, "artifacts");
    await page.getByRole("tab", { name: "Resources and walls" }).click();
    await expect(page.getByRole("row", { name: /^Network/ })).toContainText("Wall");
    await everyTheme(page, "resources");
  });

  await test.step("Points are set by hand with name and reason, and given back to the grader", async () => {
    await page.getByRole("tab", { name: "Scorecard" }).click();
    const percent = await page.locator(".headline-figure").textContent();
    await page.getByRole("button", { name: /Missing values and their mechanism/ }).click();
    const check = page.locator("[id='check-data_inspection.missing']");
    await check.getByRole("button", { name: /^Set points of/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Set points/ });
    await dialog.getByLabel("Points", { exact: true }).fill("99");
    await expect(dialog.getByRole("button", { name: "Set points" })).toBeDisabled();
    await dialog.getByLabel("Points", { exact: true }).fill("1.5");
    await dialog.getByLabel("Your name").fill("Ada Reviewer");
    await dialog.getByLabel("Reason", { exact: true }).fill("The mechanism is guessed.");
    await everyTheme(page, "override");
    await dialog.getByRole("button", { name: "Set points" }).click();
    await expect(dialog).toBeHidden();
    await expect(check).toContainText("1.5 / 4.71");
    await expect(check).toContainText("Ada Reviewer");
    await expect(page.locator(".headline-figure")).not.toHaveText(percent ?? "");
    await page.getByRole("tab", { name: "Gradings" }).click();
    await expect(page.locator(".flips tbody tr")).toHaveCount(1);
    await expect(page.locator(".flips tbody tr")).toContainText("−3.21");
    await everyTheme(page, "gradings");
    await page.getByRole("tab", { name: "Scorecard" }).click();
    await page.getByRole("button", { name: /Missing values and their mechanism/ }).click();
    await check.getByRole("button", { name: /^Give back/ }).click();
    await page
      .getByRole("dialog")
      .getByLabel("Reason", { exact: true })
      .fill("It is in the report after all.");
    await page.getByRole("dialog").getByRole("button", { name: "Give back to the grader" }).click();
    await expect(page.locator(".headline-figure")).toHaveText(percent ?? "");
  });

  await test.step("A script is chosen by its path, and what it writes is shown and not obeyed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "talker-"));
    writeFileSync(join(folder, "solution.py"), talker);
    await go(page, "#/start");
    await page.getByText("Script", { exact: true }).click();
    await page.getByLabel("Path of solution.py").fill(join(folder, "solution.py"));
    await page.getByText("None", { exact: true }).click();
    await everyTheme(page, "start");
    const title = await page.title();
    await page.getByRole("button", { name: "Start the run" }).click();
    await expect(page.getByRole("tab", { name: "Log" })).toBeVisible(runEnds);
    await page.getByRole("tab", { name: "Log" }).click();
    await expect(terminal(page)).toContainText("hello from the box");
    await expect(terminal(page)).toContainText("a link");
    await expect(terminal(page)).toContainText("red words");
    await expect(terminal(page)).not.toContainText("example.org");
    expect(await page.title()).not.toContain("a title of its own");
    expect(title).toContain("New run");
    await everyTheme(page, "log");
  });

  await test.step("Both are in history after a restart", async () => {
    page = await reopen();
    await go(page, "#/runs");
    await expect(page.getByText("2 runs")).toBeVisible();
    await expect(page.locator('[role="row"][data-run]')).toHaveCount(2);
    await everyTheme(page, "history");
  });

  await test.step("Two marked rows are compared, with the keyboard alone", async () => {
    await page.getByRole("row").nth(1).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("c");
    await expect(page.getByRole("heading", { name: "Two runs side by side" })).toBeVisible();
    await expect(page.locator(".stage-pairs tbody tr")).toHaveCount(6);
    // A stage without a point has a row but no bar.
    const earned = await page.locator(".stage-pairs tbody tr").evaluateAll((rows) =>
      rows
        .flatMap((row) => [...row.querySelectorAll("td")].slice(0, 2))
        .map((cell) => Number(cell.textContent))
        .filter((points) => points > 0),
    );
    expect(earned.length).toBeGreaterThan(6);
    await expect(page.locator(".stage-pairs .recharts-bar-rectangle")).toHaveCount(earned.length);
    await expect(page.locator(".flips tbody tr").first()).toBeVisible();
    await expect(page.locator(".diff")).toContainText("hello from the box");
    await everyTheme(page, "compare");
  });

  await test.step("The comparison is exported as one file", async () => {
    await page.getByRole("button", { name: "Export HTML" }).click();
    await expect(page.getByText("The report is written")).toBeVisible();
    await page.getByRole("button", { name: "Export JSON" }).click();
    await expect(page.locator(".toast", { hasText: ".json" })).toBeVisible();
    const files = readdirSync(join(home, "reports"), { recursive: true }).map(String);
    const html = files.find((file) => file.endsWith(".html"));
    expect(files.some((file) => file.endsWith(".json"))).toBe(true);
    expect(readFileSync(join(home, "reports", html ?? ""), "utf8")).toContain("credit_risk");
  });
});

test("A run is cancelled only after a question, and leaves its log", async ({ page, home }) => {
  test.setTimeout(400_000);
  const folder = mkdtempSync(join(tmpdir(), "sleeper-"));
  writeFileSync(join(folder, "solution.py"), 'import time\nprint("awake", flush=True)\ntime.sleep(100)\n');
  await page.evaluate(
    (agent) => window.workbench.call("runs.start", { task: "credit_risk", agent, verify: "none" }),
    `script:${join(folder, "solution.py")}`,
  );
  await go(page, "#/runs");
  await page.locator('[role="row"][data-run]').first().click();
  await expect(terminal(page)).toContainText("awake", runEnds);
  await page.getByRole("button", { name: "Cancel the run" }).click();
  await page.getByRole("button", { name: "Keep running" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel the run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the run" }).click();
  await expect(page.locator(".page-head .badge").first()).toHaveText("Cancelled", runEnds);
  await page.getByRole("tab", { name: "Log" }).click();
  await expect(terminal(page)).toContainText("awake");
  expect(readdirSync(join(home, "runs"))).toHaveLength(1);
});

test("A solution that does not exist is refused where the user is, with the way out", async ({ page }) => {
  await go(page, "#/start?agent=script:%2Fnowhere%2Fsolution.py");
  await page.getByRole("button", { name: "Start the run" }).click();
  await expect(page.locator(".toast-error")).toContainText("/nowhere/solution.py");
  await expect(page.getByRole("heading", { name: "New run" })).toBeVisible();
});
