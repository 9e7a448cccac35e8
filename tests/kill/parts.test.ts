/** One part of the machinery is killed while the core lives: the run says so, never that it finished. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { linkPython } from "../contract/seed-home.ts";
import { CoreUnderTest } from "./core-under-test.ts";
import { deathOf, inTime, insideBoxes } from "./deaths.ts";

const solution = join(import.meta.dirname, "short_solution.py");
let core: CoreUnderTest | undefined;
let home = "";

afterEach(async () => {
  await core?.close();
  core = undefined;
  rmSync(home, { recursive: true, force: true });
});

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** New each time: the solution runs for two seconds. */
const moment = Math.round(Math.random() * 1_500);

const request = { task: "credit_risk", agent: `script:${solution}`, verify: "none" } as const;

it.each([
  ["the supervisor", "supervisor.py"],
  ["PID 1 of the box", "init.py"],
])(
  "without %s a run is an infrastructure failure, nothing of it is left, and the next one finishes",
  async (_name, program) => {
    const shared = process.env["MLEWB_TEST_HOME"];
    if (shared === undefined)
      throw new Error("Set MLEWB_TEST_HOME to a data folder with a ready Python environment.");
    home = mkdtempSync(join(tmpdir(), "mlewb-parts-"));
    linkPython(home, shared);
    core = new CoreUnderTest(home);
    const runs = core.runsCode();
    const { id } = await core.call("runs.start", request);
    await runs;
    await sleep(moment);
    let parts: number[] = [];
    const death = await deathOf(
      () => {
        const all = core?.processes() ?? [];
        parts = all.map(({ pid }) => pid).filter((pid) => commandLine(pid).includes(program));
        return { inside: insideBoxes(all), acting: all.map(({ pid }) => pid) };
      },
      () => {
        for (const pid of parts) process.kill(pid, "SIGKILL");
      },
    );
    expect(parts).not.toEqual([]);
    expect(death.inside).toBeGreaterThan(0);
    expect(inTime(death), `${moment} ms after its start: ${JSON.stringify(death)}`).toBe(true);
    const run = await core.call("runs.wait", { id, seconds: 120 });
    expect(run).toMatchObject({ status: "infrastructure", percent: null, total: null });
    expect(run.reason).not.toBeNull();
    const { id: next } = await core.call("runs.start", request);
    expect(await core.call("runs.wait", { id: next, seconds: 300 })).toMatchObject({ status: "finished" });
  },
  600_000,
);
