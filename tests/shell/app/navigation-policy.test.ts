import { describe, expect, test } from "vitest";
import { mayDownload, mayFetch, mayNavigate } from "../../../main/app/navigation-policy.ts";

describe("the main frame may navigate", () => {
  test.each([
    ["app://workbench/", true],
    ["app://workbench/#/runs", true],
    ["app://workbench/assets/x.js", false],
    ["app://workbench.evil/", false],
    ["app://evil/", false],
    ["app://workbench@evil/", false],
    ["https://example.org/", false],
    ["http://127.0.0.1:8080/", false],
    ["file:///etc/passwd", false],
    ["data:text/html,<b>x", false],
    ["blob:app://workbench/1-2", false],
    ["javascript:alert(1)", false],
    ["about:blank", false],
    ["", false],
  ])("%s -> %s", (address, expected) => {
    expect(mayNavigate(address)).toBe(expected);
  });
});

describe("a page may fetch", () => {
  test.each([
    ["app://workbench/assets/index.js", true],
    ["data:image/png;base64,AA", true],
    ["blob:app://workbench/1-2", true],
    ["devtools://devtools/bundled/x.html", true],
    ["app://other/x", false],
    ["https://example.org/", false],
    ["ws://127.0.0.1:1/", false],
    ["file:///etc/passwd", false],
    ["blob:https://example.org/1", false],
    ["ftp://example.org/", false],
  ])("%s -> %s", (address, expected) => {
    expect(mayFetch(address)).toBe(expected);
  });
});

describe("a page may save", () => {
  test.each([
    ["blob:app://workbench/1-2", true],
    ["blob:app://workbench.evil/1-2", false],
    ["https://example.org/x.zip", false],
    ["data:text/plain,x", false],
    ["file:///etc/passwd", false],
  ])("%s -> %s", (address, expected) => {
    expect(mayDownload(address)).toBe(expected);
  });
});
