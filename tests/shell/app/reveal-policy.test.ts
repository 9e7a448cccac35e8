import { expect, test } from "vitest";
import { isRevealable } from "../../../main/app/reveal-policy.ts";

test("a file that exists may be shown", () => {
  expect(isRevealable(import.meta.filename)).toBe(true);
});

test.each([
  ["a relative path", "package.json"],
  ["a file that does not exist", "/nowhere/at/all"],
  ["an address", "file:///etc/passwd"],
  ["a path with a NUL", "/etc\0/passwd"],
  ["no text", 7],
  ["nothing", undefined],
])("%s may not", (_name, path) => {
  expect(isRevealable(path)).toBe(false);
});
