/** What the page itself must not be able to do, in both doors. */
import type { Page } from "@playwright/test";
import { contentSecurityPolicy } from "../../main/page/security-headers.ts";
import { expect, sharedTest as test } from "./harness/shared-test.ts";

/** Tries it in a task of the page: inside `evaluate` Chromium lets `new Function` pass whatever the policy says. */
const inPageTask = (page: Page, code: "eval" | "function"): Promise<string> =>
  page.evaluate(
    (wanted) =>
      new Promise<string>((resolve) => {
        // oxlint-disable-next-line eslint/no-eval, typescript/no-implied-eval -- that it is refused is the test
        const attempt = (): unknown => (wanted === "eval" ? (0, eval)("1") : new Function("return 1")());
        setTimeout(() => {
          try {
            attempt();
            resolve("allowed");
          } catch (error) {
            resolve(error instanceof Error ? error.name : "thrown");
          }
        }, 0);
      }),
    code,
  );

/** Does `attempt` and waits for the violation that it causes. */
const violationOf = (page: Page, attempt: "frame" | "form" | "image"): Promise<string> =>
  page.evaluate(
    (wanted) =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        const add = (tag: string, attributes: Record<string, string>): HTMLElement => {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          document.body.append(element);
          return element;
        };
        if (wanted === "frame") add("iframe", { src: "https://example.org/" });
        if (wanted === "image") add("img", { src: "https://example.org/x.png" });
        if (wanted === "form") (add("form", { action: "https://example.org/" }) as HTMLFormElement).submit();
      }),
    attempt,
  );

test("The policy comes with the page, whole", async ({ page }) => {
  const policy = await page.evaluate(async () => (await fetch("/")).headers.get("content-security-policy"));
  expect(policy).toBe(contentSecurityPolicy);
});

for (const code of ["eval", "function"] as const) {
  test(`Code from text is refused: ${code}`, async ({ page }) => {
    expect(await inPageTask(page, code)).toBe("EvalError");
  });
}

test("What could run as script is not taken from text", async ({ page }) => {
  const outcomes = await page.evaluate(() => {
    const attempts: Readonly<Record<string, () => void>> = {
      innerHTML: () => {
        document.createElement("p").innerHTML = "<b>x</b>";
      },
      "script text": () => {
        document.createElement("script").textContent = "1";
      },
      "script address": () => {
        document.createElement("script").src = "/x.js";
      },
      "event attribute": () => document.createElement("p").setAttribute("onclick", "1"),
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name}: allowed`;
      } catch (error) {
        return `${name}: ${error instanceof Error ? error.name : "thrown"}`;
      }
    });
  });
  expect(outcomes).toEqual([
    "innerHTML: TypeError",
    "script text: TypeError",
    "script address: TypeError",
    "event attribute: TypeError",
  ]);
});

for (const [attempt, directive] of [
  ["frame", "frame-src"],
  ["image", "img-src"],
  ["form", "form-action"],
] as const) {
  test(`The policy refuses what comes from elsewhere: ${attempt}`, async ({ page }) => {
    expect(await violationOf(page, attempt)).toBe(directive);
  });
}

test("Nothing is fetched from elsewhere", async ({ page }) => {
  const outcome = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        void fetch("https://example.org/").then(
          () => resolve("fetched"),
          () => {},
        );
      }),
  );
  expect(outcome).toBe("connect-src");
});

test("The page has nothing of Node", async ({ page }) => {
  const found = await page.evaluate(() =>
    ["require", "process", "module", "Buffer", "global", "ipcRenderer"].filter((name) => name in window),
  );
  expect(found).toEqual([]);
});

test("The interface cannot be replaced on the page", async ({ page }) => {
  const replaced = await page.evaluate(() => {
    try {
      (window as { workbench: unknown }).workbench = null;
    } catch {
      // Strict code throws, sloppy code is ignored; both leave it alone.
    }
    return window.workbench === null;
  });
  expect(replaced).toBe(false);
});

for (const path of [
  "/..%2f..%2fpackage.json",
  "/%2e%2e/%2e%2e/package.json",
  "/..%5c..%5cpackage.json",
  "/.hidden.js",
]) {
  test(`There is no file at ${path}`, async ({ page }) => {
    expect(await page.evaluate(async (asked) => (await fetch(asked)).status, path)).toBe(404);
  });
}
