import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { acquireHome, lockFile, readLock } from "../../../main/process/home-lock.ts";
import { readProcess } from "../../../main/process/process-table.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** The lock of this process with some facts changed. */
function forgeLock(home: string, changes: Record<string, unknown>): void {
  const lock = acquireHome(home, "/s");
  const content = { ...lock.content, ...changes };
  lock.release();
  writeFileSync(lockFile(home), JSON.stringify(content));
}

describe("the lock of a data folder", () => {
  it("is held by one, and free again after", () => {
    const home = temporaryFolder();
    const lock = acquireHome(home, "/s");
    expect(readLock(home)).toMatchObject({ pid: process.pid, socket: "/s" });
    lock.release();
    expect(existsSync(lockFile(home))).toBe(false);
  });

  it("refuses a second one, and names the process that holds it", () => {
    const home = temporaryFolder();
    const lock = acquireHome(home, "/s");
    expect(() => acquireHome(home, "/t")).toThrow(
      expect.objectContaining({ code: "home_locked", message: expect.stringContaining(String(process.pid)) }),
    );
    lock.release();
  });

  it("is taken over from a process that is gone", async () => {
    const home = temporaryFolder();
    const child = spawn("sleep", ["60"]);
    const startTime = readProcess(child.pid ?? 0)?.startTime;
    forgeLock(home, { pid: child.pid, startTime });
    expect(() => acquireHome(home, "/s")).toThrow(expect.objectContaining({ code: "home_locked" }));
    child.kill("SIGKILL");
    await once(child, "exit");
    acquireHome(home, "/s").release();
  });

  it("is taken over where the number belongs to another process now", () => {
    const home = temporaryFolder();
    forgeLock(home, { startTime: "1" });
    acquireHome(home, "/s").release();
  });

  it("is taken over after a restart of the machine", () => {
    const home = temporaryFolder();
    forgeLock(home, { boot: "another boot" });
    acquireHome(home, "/s").release();
  });

  it("is not taken from a process of another machine, which cannot be looked up", () => {
    const home = temporaryFolder();
    forgeLock(home, { host: "elsewhere", startTime: "1" });
    expect(() => acquireHome(home, "/s")).toThrow(
      expect.objectContaining({ code: "home_locked", message: expect.stringContaining("elsewhere") }),
    );
  });

  it("is taken over where the file is not readable as a lock", () => {
    const home = temporaryFolder();
    writeFileSync(lockFile(home), "{ half a");
    acquireHome(home, "/s").release();
  });

  it("is not removed by one who has lost it", () => {
    const home = temporaryFolder();
    const lock = acquireHome(home, "/s");
    writeFileSync(lockFile(home), JSON.stringify({ ...lock.content, pid: 1 }));
    lock.release();
    expect(JSON.parse(readFileSync(lockFile(home), "utf8"))).toMatchObject({ pid: 1 });
  });
});
