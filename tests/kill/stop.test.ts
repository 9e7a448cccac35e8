/** Stopping on purpose, in the middle of a real run: recorded as what it was, and nothing is left running. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Store } from "../../main/db/store.ts";
import { descendantsOf, type ProcessEntry } from "../../main/process/process-table.ts";
import { ChannelClient } from "../../main/rpc/client.ts";
import { sessionsOf } from "../../main/rpc/transports/fork.ts";
import { gone } from "./core-under-test.ts";
import { linkPython } from "../contract/seed-home.ts";

const repository = join(import.meta.dirname, "..", "..");
const solution = join(import.meta.dirname, "short_solution.py");
const homes: string[] = [];

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

function makeHome(): string {
  const shared = process.env["MLEWB_TEST_HOME"];
  if (shared === undefined)
    throw new Error("Set MLEWB_TEST_HOME to a data folder with a ready Python environment.");
  const home = mkdtempSync(join(tmpdir(), "mlewb-stop-"));
  homes.push(home);
  linkPython(home, shared);
  return home;
}

async function onlyRun(home: string) {
  const store = await Store.open(home);
  const [run] = store.list({ limit: 1, offset: 0, search: "" }).runs;
  store.close();
  return run;
}

/** Waits until the child has said `words` on stderr. */
async function says(child: ChildProcess, words: string): Promise<void> {
  let said = "";
  for await (const part of child.stderr ?? []) {
    said += String(part);
    if (said.includes(words)) return;
  }
  throw new Error(`It ended without saying "${words}": ${said}`);
}

describe("Ctrl-C on the command line", () => {
  it.each([
    ["scored run", `script:${solution}`],
    ["agent at work", "command:slow"],
  ])(
    "in the phase '%s' cancels the run, exits with 130 and leaves no process",
    async (phase, agent) => {
      const home = makeHome();
      const store = await Store.open(home);
      store.agents.insert({
        name: "slow",
        kind: "command",
        command: "setsid sleep 600 & sleep 600",
        createdAt: "",
      });
      store.close();
      const child = spawn(
        process.execPath,
        [
          join(repository, "main", "cli", "mlewb.ts"),
          "run",
          "--task",
          "credit_risk",
          "--agent",
          agent,
          "--verify",
          "none",
        ],
        {
          env: { PATH: process.env["PATH"], HOME: home, MLEWB_HOME: home },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
      const ended = once(child, "exit");
      const saying = says(child, phase);
      await saying;
      const children: ProcessEntry[] = descendantsOf(child.pid ?? 0);
      child.kill("SIGINT");
      expect(await ended).toEqual([130, null]);
      expect(await onlyRun(home)).toMatchObject({ status: "cancelled", reason: "Cancelled by the user." });
      expect(await gone(children, 10)).toEqual([]);
    },
    120_000,
  );
});

describe("a forked core whose parent goes", () => {
  it("records what was interrupted, ends cleanly and leaves no process", async () => {
    const home = makeHome();
    const core = fork(join(repository, "main", "host", "core-process.ts"), [home], { serialization: "json" });
    const client = new ChannelClient(sessionsOf(core)());
    const running = new Promise<void>((resolve) => {
      client.on("run.changed", (run) => {
        if (run.phase === "scored_run") resolve();
      });
    });
    await client.call("runs.start", { task: "credit_risk", agent: `script:${solution}`, verify: "none" });
    await running;
    const children = descendantsOf(core.pid ?? 0);
    const ended = once(core, "exit");
    core.disconnect();
    expect(await ended).toEqual([0, null]);
    expect(await onlyRun(home)).toMatchObject({
      status: "interrupted",
      reason: expect.stringContaining("closed"),
    });
    expect(await gone(children, 10)).toEqual([]);
  }, 120_000);
});
