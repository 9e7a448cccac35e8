/** A box waits in a core that lives long, and only there; the setting turns it off and on. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenWorkbench, openWorkbench } from "../../../main/host/open-workbench.ts";
import { managedPython } from "../tasks/managed-python.ts";
import { temporaryFolder } from "../temporary-folder.ts";

await managedPython(); // says what is missing
let workbench: OpenWorkbench;
afterEach(() => workbench.close());

function open(warm: boolean): OpenWorkbench {
  const home = temporaryFolder();
  mkdirSync(home, { recursive: true });
  symlinkSync(join(resolve(process.env["MLEWB_TEST_HOME"] ?? ""), "python"), join(home, "python"));
  workbench = openWorkbench({ home, warm });
  return workbench;
}

async function waiting(count: number): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const boxes = await workbench.call("sandbox.waiting", {});
    if (boxes.waiting.filter((box) => box.ready).length === count) return;
    await sleep(50);
  }
  throw new Error(`not ${count} boxes wait`);
}

describe("a box that waits", () => {
  it("waits in a core that lives long, until the setting says no", async () => {
    await open(true).ready;
    await waiting(1);
    const { waiting: boxes } = await workbench.call("sandbox.waiting", {});
    expect(boxes[0]?.memoryBytes).toBeGreaterThan(50_000_000);
    await workbench.call("settings.set", { warm: "off" });
    await waiting(0);
    await workbench.call("settings.set", { warm: "on" });
    await waiting(1);
  });

  it("does not wait in a core that ends with its command, whatever the setting", async () => {
    await open(false).ready;
    await workbench.call("settings.set", { warm: "on" });
    expect(await workbench.call("sandbox.waiting", {})).toMatchObject({ count: 0, waiting: [] });
  });
});
