import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No violation of axe on what is shown now. Legacy mode: the desktop lets nobody open a second page. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const told = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")} (${node.failureSummary ?? ""})`),
  );
  expect(told, what).toEqual([]);
}

/** Nothing is cut off at the right, and nothing scrolls sideways but what is made for it. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const main = document.querySelector("main");
    return {
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      main: main === null ? 0 : main.scrollWidth - main.clientWidth,
    };
  });
  expect(wider, what).toEqual({ page: 0, main: 0 });
}
