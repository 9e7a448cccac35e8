import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { managedPython } from "../tasks/managed-python.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { mlewb } from "./mlewb.ts";

await managedPython(); // says what is missing

it("mlewb sandbox warm measures what a waiting box costs", async () => {
  const home = temporaryFolder();
  symlinkSync(join(resolve(process.env["MLEWB_TEST_HOME"] ?? ""), "python"), join(home, "python"));
  const ended = await mlewb(["sandbox", "warm", "--json"], { home });
  expect(ended.code).toBe(0);
  const cost = JSON.parse(ended.stdout) as Record<string, number>;
  expect(cost["memoryBytes"]).toBeGreaterThan(50_000_000);
  expect(cost["memoryBytes"]).toBeLessThan(400_000_000);
  expect(cost).toMatchObject({ idleSeconds: 1200, minimumFreeBytes: 1_500_000_000 });
});
