/** The product's own lock, installed for real: in the data folder that `npm test` keeps for its runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { checkEnvironment } from "../../../main/python/environment.ts";
import { environmentPaths } from "../../../main/python/environment-paths.ts";
import { readLockSet } from "../../../main/python/lock-set.ts";

vi.setConfig({ testTimeout: 180_000 });

function testHome(): string {
  const home = process.env["MLEWB_TEST_HOME"];
  if (home === undefined) throw new Error("MLEWB_TEST_HOME is not set: run this with `npm test -- unit`");
  return home;
}

test("every pinned package stands there whole and imports", async () => {
  const status = await checkEnvironment(testHome(), { deep: true });
  expect(status.problem).toBeNull();
  expect(status.packages.filter(({ ok }) => !ok)).toEqual([]);
  expect(status.packages.length).toBeGreaterThan(40);
});

test("matplotlib's font list names only fonts that a sandboxed program can open", async () => {
  const { fontCache } = environmentPaths(testHome(), await readLockSet());
  const list: unknown = JSON.parse(readFileSync(join(fontCache, "fontlist-v330.json"), "utf8"));
  const fonts = [...JSON.stringify(list).matchAll(/"fname":"([^"]*)"/g)].map((found) => found[1] ?? "");
  expect(fonts.length).toBeGreaterThan(20);
  expect(fonts.filter((path) => path.startsWith("/") && !path.startsWith("/usr/share/fonts/"))).toEqual([]);
});
