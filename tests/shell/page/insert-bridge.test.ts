import { expect, test } from "vitest";
import { insertBridge } from "../../../main/page/insert-bridge.ts";

const tag = '<script type="module" src="/desktop-bridge.js"></script>';

test.each([
  ["<html><head><script src=x></script></head>", `<html><head>${tag}<script src=x></script></head>`],
  ['<HEAD data-x="1"><title>x</title>', `<HEAD data-x="1">${tag}<title>x</title>`],
  ["<header></header><script></script>", `${tag}<header></header><script></script>`],
])("the bridge comes before every script of %s", (html, expected) => {
  expect(insertBridge(html, "desktop-bridge.js")).toBe(expected);
});
