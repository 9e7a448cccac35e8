import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SandboxSession } from "../../../main/sandbox/session.ts";
import type { SandboxSessionJob } from "../../../main/sandbox/session-protocol.ts";
import { Supervisor } from "../../../main/sandbox/supervisor.ts";
import { managedPython } from "../tasks/managed-python.ts";

const executable = await managedPython();
const prefix = dirname(dirname(executable));
let supervisor: Supervisor;
let folder: string;

beforeAll(async () => {
  supervisor = await Supervisor.start({ python: executable });
});
afterAll(() => supervisor.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mlewb-sessions-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

function open(session: SandboxSessionJob["session"] = {}): Promise<SandboxSession> {
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "data", "data.csv"), "row_id\n1\n");
  return supervisor.openSession({
    solution: null,
    data: join(folder, "data"),
    task_id: "sessions",
    seed: 42,
    limits: { memory_bytes: 1_000_000_000, cores: 1 },
    session: { call_seconds: 20, ...session },
    shown_limits: null,
    recorder: "off",
    log: join(folder, "log.txt"),
    report_out: join(folder, "report"),
    evidence_out: null,
    min_level: null,
    python: { prefix },
  });
}

describe("a session of the sandbox", () => {
  it("keeps its state between calls and echoes the last value", async () => {
    const session = await open();
    expect(session.opened).toMatchObject({ level: expect.stringMatching(/^L[1-4]$/), left: { calls: 500 } });
    await session.call("import pandas as pd\nframe = pd.read_csv('data.csv')");
    const answer = await session.call("print('two')\nlen(frame)");
    expect(answer).toMatchObject({
      call: 2,
      outcome: "ok",
      value: { text: "1", bytes: 1 },
      error: null,
      stdout: { text: "two\n", bytes: 4 },
      end: null,
    });
    await session.close();
  });

  it("gives an exception as an answer and goes on", async () => {
    const session = await open();
    const answer = await session.call("x = 1\n1/0");
    expect(answer).toMatchObject({ outcome: "error", error: { type: "ZeroDivisionError" } });
    expect((await session.call("x")).value?.text).toBe("1");
    await session.close();
  });

  it("says which limit ended it, refuses the next call with the way out, and is fresh after a reset", async () => {
    const session = await open();
    const { outcome, end } = await session.call("while True: pass", { seconds: 0.5 });
    expect([outcome, end?.cause, end?.limit, end?.call]).toEqual(["ended", "call_time", 0.5, 1]);
    await expect(session.call("1")).rejects.toMatchObject({
      code: "conflict",
      message: "Call 1 reached its time limit of 0.5 s.",
      hint: expect.stringContaining("Reset"),
    });
    await session.reset();
    expect((await session.call("1")).value?.text).toBe("1");
    await session.close();
  });

  it("interrupts the call whose signal is aborted and keeps the state", async () => {
    const session = await open();
    const controller = new AbortController();
    const answer = await session.call("x = 5\nimport time\ntime.sleep(60)", {
      signal: controller.signal,
      onEvent: () => controller.abort(),
    });
    expect(answer).toMatchObject({ outcome: "error", error: { type: "KeyboardInterrupt" } });
    expect((await session.call("x")).value?.text).toBe("5");
    await session.close();
  });

  it("brings its artifacts, its sums and the record of its walls when it is closed", async () => {
    const session = await open();
    await session.call("open('/tmp/mle_report/a.txt', 'w').write('abc')");
    const closed = await session.close();
    expect(closed).toMatchObject({ calls: 1, boxes: 1, end: { cause: "closed", reason: null } });
    expect(closed.end?.artifacts?.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(closed.end?.walls?.length).toBe(9);
    expect(readFileSync(join(folder, "report", "a.txt"), "utf8")).toBe("abc");
    await expect(session.call("1")).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends with the supervisor, and says so", async () => {
    const own = await Supervisor.start({ python: executable });
    const before = supervisor;
    supervisor = own;
    const session = await open();
    supervisor = before;
    // Whether the box's end or the supervisor's is heard of first.
    const waiting = session.call("import time\ntime.sleep(60)").then(
      (answer) => answer.end?.cause,
      (error: { code: string }) => error.code,
    );
    await own.close();
    expect(["infrastructure", "sandbox_unavailable"]).toContain(await waiting);
  });
});
