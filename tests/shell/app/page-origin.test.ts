import { expect, test } from "vitest";
import { originOf } from "../../../main/app/page-origin.ts";

test.each([
  ["app://workbench/x?y#z", "app://workbench"],
  ["app://workbench", "app://workbench"],
  ["https://example.org:8443/x", "https://example.org:8443"],
  ["app://user@workbench/", null],
  ["data:text/html,x", null],
  ["about:blank", null],
  ["not an address", null],
])("the origin of %s is %s", (address, expected) => {
  expect(originOf(address)).toBe(expected);
});
