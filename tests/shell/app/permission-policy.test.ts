import { describe, expect, test } from "vitest";
import { mayHave } from "../../../main/app/permission-policy.ts";

describe("a permission is given", () => {
  test.each([
    ["clipboard-sanitized-write", "app://workbench/", true, true],
    ["clipboard-sanitized-write", "app://workbench", true, true],
    ["clipboard-sanitized-write", "app://workbench/", false, false],
    ["clipboard-sanitized-write", "https://example.org/", true, false],
    ["clipboard-sanitized-write", "", true, false],
    ["clipboard-read", "app://workbench/", true, false],
    ["notifications", "app://workbench/", true, false],
    ["geolocation", "app://workbench/", true, false],
    ["media", "app://workbench/", true, false],
    ["openExternal", "app://workbench/", true, false],
    ["fileSystem", "app://workbench/", true, false],
    ["what-comes-later", "app://workbench/", true, false],
    ["constructor", "app://workbench/", true, false],
  ])("%s for %s, main frame %s -> %s", (permission, from, isMainFrame, expected) => {
    expect(mayHave({ permission, from, isMainFrame })).toBe(expected);
  });
});
