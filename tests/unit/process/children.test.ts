import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { childEnvironment, coreMark, runMark } from "../../../main/process/child-environment.ts";
import { killOrphans, killTree } from "../../../main/process/kill-tree.ts";
import { descendantsOf, processesMarked } from "../../../main/process/process-table.ts";

describe("the environment of children", () => {
  it("leaves out what could change or leak into them", () => {
    const source = {
      PATH: "/bin",
      LANG: "C",
      LD_PRELOAD: "x",
      NODE_OPTIONS: "x",
      PYTHONPATH: "x",
      PYTHONHOME: "x",
      OPENAI_API_KEY: "secret",
    };
    const { [coreMark]: mark, ...rest } = childEnvironment({ MLE_TASK_ID: "t" }, source);
    expect(rest).toEqual({ PATH: "/bin", LANG: "C", MLE_TASK_ID: "t" });
    expect(mark).toMatch(new RegExp(`^${process.pid}-\\d+$`));
  });
});

describe("ending a tree of processes", () => {
  it("ends children, grandchildren and a daemon that left the tree", async () => {
    const value = `test-${process.pid}-tree`;
    const child = spawn("sh", ["-c", "setsid sleep 300 & sh -c 'sleep 300; true' & echo ready; wait"], {
      env: childEnvironment({ [runMark]: value }),
      detached: true,
    });
    await once(child.stdout, "data");
    expect(descendantsOf(child.pid ?? 0).length).toBeGreaterThanOrEqual(2);
    await killTree(child.pid ?? 0, { name: runMark, value });
    expect(processesMarked(runMark, value)).toEqual([]);
  });

  it("ends one that ignores the request to end", async () => {
    const value = `test-${process.pid}-deaf`;
    const child = spawn("sh", ["-c", "trap '' TERM; echo ready; while true; do sleep 1; done"], {
      env: childEnvironment({ [runMark]: value }),
      detached: true,
    });
    await once(child.stdout, "data");
    await killTree(child.pid ?? 0, { name: runMark, value });
    expect(processesMarked(runMark, value)).toEqual([]);
  });

  it("ends what a dead core left behind, and nothing of a living one", async () => {
    const environment = childEnvironment();
    const living = spawn("sleep", ["300"], { env: environment });
    const orphan = spawn("sleep", ["300"], { env: { ...environment, [coreMark]: `${process.pid}-1` } });
    const ended = once(orphan, "exit");
    await killOrphans(coreMark);
    await ended;
    expect(living.exitCode ?? living.signalCode).toBeNull();
    living.kill("SIGKILL");
  });
});
