/** The core is killed at twenty moments of real runs, drawn anew each time: nothing finished is lost, nothing is left running. */
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run } from "../../preload/contract/index.ts";
import { Store } from "../../main/db/store.ts";
import { CoreUnderTest, gone } from "./core-under-test.ts";
import { type Death, inTime } from "./deaths.ts";
import { drawMoments, type Moment, seed } from "./moments.ts";

const solution = join(import.meta.dirname, "short_solution.py");
const agent = `sh ${join(import.meta.dirname, "agent.sh")} ${solution}`;
const lanes = 2;

interface Lane {
  readonly home: string;
  core: CoreUnderTest;
  /** Ids of runs that were told to have ended before a kill. */
  readonly finished: Set<string>;
  variant: number;
}

interface Outcome {
  readonly moment: Moment;
  readonly run: Run;
  readonly left: readonly number[];
  readonly death: Death;
}

const outcomes: Outcome[] = [];
const allLanes: Lane[] = [];

/** The Python of the shared test environment, in a data folder of our own. */
function makeHome(): string {
  const shared = process.env["MLEWB_TEST_HOME"];
  if (shared === undefined)
    throw new Error("Set MLEWB_TEST_HOME to a data folder with a ready Python environment.");
  const home = mkdtempSync(join(tmpdir(), "mlewb-kill-"));
  symlinkSync(join(resolve(shared), "python"), join(home, "python"));
  return home;
}

async function openLane(): Promise<Lane> {
  const home = makeHome();
  const core = new CoreUnderTest(home);
  await core.call("agents.add", { name: "slow", command: agent });
  const { id } = await core.call("runs.start", {
    task: "credit_risk",
    agent: `script:${solution}`,
    verify: "none",
  });
  const first = await core.call("runs.wait", { id, seconds: 300 });
  expect(first).toMatchObject({ status: "finished" });
  return { home, core, finished: new Set([id]), variant: 1 };
}

/** One kill and one restart. */
async function killAt(moment: Moment, lane: Lane): Promise<void> {
  const reached = lane.core.reaches(moment.phase);
  lane.variant += 1;
  const { id } = await lane.core.call("runs.start", {
    task: "credit_risk",
    agent: moment.agent === "command" ? "command:slow" : `script:${solution}`,
    // Data are generated anew for the moments of that phase only.
    variant: moment.phase === "generating" ? lane.variant : 0,
    verify: moment.verify,
  });
  if (moment.phase !== "waiting") await reached;
  await sleep(moment.delay);
  const { children, death } = await lane.core.kill();
  lane.core = new CoreUnderTest(lane.home);
  const run = await lane.core.call("runs.show", { id });
  if (run.status === "finished") lane.finished.add(id);
  // What ends with the supervisor's pipe takes a moment; what the core must look for is gone when it answers.
  const left = await gone(children, 30);
  outcomes.push({ moment, run, left: left.map((entry) => entry.pid), death });
}

describe("a core killed in the middle", () => {
  beforeAll(async () => {
    const queue = drawMoments();
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        const lane = await openLane();
        allLanes.push(lane);
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) await killAt(next, lane);
      }),
    );
  }, 900_000);

  afterAll(async () => {
    for (const lane of allLanes) {
      await lane.core.close();
      rmSync(lane.home, { recursive: true, force: true });
    }
  });

  it("was killed at twenty moments, most of them in the middle of a run", () => {
    expect(outcomes).toHaveLength(20);
    const interrupted = outcomes.filter(({ run }) => run.status === "interrupted");
    expect(interrupted.length, `MLEWB_KILL_SEED=${seed}`).toBeGreaterThanOrEqual(12);
  });

  it("leaves every run either whole or interrupted with a sentence that says so", () => {
    for (const { moment, run } of outcomes) {
      if (run.status === "interrupted") {
        expect(run.reason, moment.phase).toMatch(/^The workbench was ended/);
        expect(run.finishedAt).not.toBeNull();
      } else {
        expect(run, moment.phase).toMatchObject({ status: "finished", phase: "done" });
        expectWhole(run);
      }
    }
  });

  it("loses nothing of a run that had finished before", async () => {
    for (const lane of allLanes) {
      for (const id of lane.finished) expectWhole(await lane.core.call("runs.show", { id }));
    }
  });

  it("has no run that still says that it runs", async () => {
    for (const lane of allLanes) {
      for (const status of ["queued", "running"] as const) {
        expect((await lane.core.call("runs.list", { status })).total).toBe(0);
      }
    }
  });

  it("has everything inside of its boxes dead within a second", () => {
    const late = outcomes.filter(({ death }) => !inTime(death));
    // In one line each, so that the reason is whole where a log is cut.
    const told = late.map(({ moment, death }) => JSON.stringify({ moment, death }));
    expect(told, `MLEWB_KILL_SEED=${seed}`).toEqual([]);
    const caught = outcomes.filter(({ death }) => death.inside > 0).length;
    expect(caught, `MLEWB_KILL_SEED=${seed}`).toBeGreaterThanOrEqual(4);
  });

  it("leaves no process", () => {
    expect(outcomes.flatMap(({ moment, left }) => left.map(() => moment))).toEqual([]);
  });

  it("can carry out a run after all of that", async () => {
    const lane = allLanes[0];
    const { id } = await (lane as Lane).core.call("runs.start", {
      task: "credit_risk",
      agent: `script:${solution}`,
      verify: "none",
    });
    expectWhole(await (lane as Lane).core.call("runs.wait", { id, seconds: 300 }));
  });

  it("keeps the audit chain unbroken", async () => {
    for (const lane of allLanes) {
      // Readers may look while the core writes.
      const store = await Store.open(lane.home);
      expect(store.audit.firstBroken()).toBeNull();
      store.close();
    }
  });
});

function expectWhole(run: Run): void {
  expect(run).toMatchObject({ status: "finished", phase: "done", percent: expect.any(Number) });
  expect(run.stages).toHaveLength(6);
  expect(run.stages.every((stage) => stage.checks.length > 0)).toBe(true);
  expect(run.artifacts.map((artifact) => artifact.path)).toContain("predictions.csv");
  expect(run.resources?.wallSeconds).toBeGreaterThan(0);
  expect(existsSync(join(run.paths.report ?? "", "predictions.csv"))).toBe(true);
  expect(existsSync(join(run.paths.solution ?? "", "solution.py"))).toBe(true);
}
