import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Machine } from "../../../main/host/machine.ts";
import { descendantsOf } from "../../../main/process/process-table.ts";

it("Two who ask for the walls at once are told of one examination", async () => {
  const home = mkdtempSync(join(tmpdir(), "mlewb-machine-"));
  const machine = new Machine(home);
  const [one, other] = await Promise.all([machine.doctor(false, "en"), machine.doctor(true, "zh")]);
  expect(other.checkedAt).toBe(one.checkedAt);
  expect(other.title).not.toBe(one.title);
  await machine.close();
  rmSync(home, { recursive: true });
}, 120_000);

it("A machine that is closed while it looks at its environment starts no supervisor afterwards", async () => {
  const home = mkdtempSync(join(tmpdir(), "mlewb-machine-"));
  const machine = new Machine(home);
  const before = descendantsOf(process.pid).length;
  const examined = machine.doctor(true, "en");
  await machine.close();
  await expect(examined).rejects.toMatchObject({ code: "interrupted" });
  expect(descendantsOf(process.pid)).toHaveLength(before);
  rmSync(home, { recursive: true });
});
