import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Supervisor } from "../../../main/sandbox/supervisor.ts";
import { supervisorEnvironment } from "../../../main/sandbox/supervisor-environment.ts";
import type { SandboxEvent, SandboxJob } from "../../../main/sandbox/protocol.ts";
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
  folder = mkdtempSync(join(tmpdir(), "mlewb-client-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** A job of its own folder; the code needs no library, so the box is asked for none of the managed ones. */
function job(code: string, changes: Partial<SandboxJob> = {}): SandboxJob {
  mkdirSync(join(folder, "solution"), { recursive: true });
  mkdirSync(join(folder, "data"), { recursive: true });
  writeFileSync(join(folder, "solution", "solution.py"), code);
  return {
    solution: join(folder, "solution"),
    entry: "solution.py",
    data: join(folder, "data"),
    task_id: "client",
    seed: 42,
    limits: { wall_seconds: 20, memory_bytes: 1_000_000_000, cores: 1 },
    shown_limits: null,
    recorder: "off",
    log: join(folder, "log.txt"),
    report_out: join(folder, "report"),
    evidence_out: null,
    min_level: null,
    python: { prefix },
    ...changes,
  };
}

describe("the sandbox client", () => {
  it("gives the result of a solution that finishes, its artifacts and its whole log", async () => {
    const events: SandboxEvent[] = [];
    const result = await supervisor.run(
      job("print('hello'); open('/tmp/mle_report/a.txt', 'w').write('abc')"),
      { onEvent: (event) => events.push(event) },
    );
    expect(result).toMatchObject({
      status: "finished",
      reason: null,
      exitCode: 0,
      signal: null,
      level: "L2",
    });
    expect(result.stdout).toEqual({ text: "hello\n", bytes: 6 });
    expect(result.artifacts).toEqual([
      {
        path: "a.txt",
        bytes: 3,
        sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      },
    ]);
    expect(readFileSync(join(folder, "report", "a.txt"), "utf8")).toBe("abc");
    expect(readFileSync(join(folder, "log.txt"), "utf8")).toBe("hello\n");
    expect(events[0]).toEqual({ event: "started", level: result.level });
  });

  it("says every wall of a run, with what was asked and what was in force", async () => {
    const { walls } = await supervisor.run(job(""));
    expect(walls.map(({ wall }) => wall)).toEqual([
      "wall_clock",
      "memory",
      "cpu",
      "processes",
      "network",
      "files",
      "disk",
      "host",
      "syscalls",
    ]);
    expect(walls.filter(({ kind }) => kind === "none")).toEqual([]);
  });

  it("ends a run whose signal is aborted, and says so", async () => {
    const controller = new AbortController();
    const result = await supervisor.run(job("import time; time.sleep(60)"), {
      signal: controller.signal,
      onEvent: (event) => event.event === "started" && controller.abort(),
    });
    expect(result.status).toBe("cancelled");
  });

  it("throws the launcher's refusal with its code and its way out", async () => {
    const refusing = await Supervisor.start({
      python: executable,
      launcher: stub(
        'import sys, json\nprint(\'{"event": "ready"}\', flush=True)\n' +
          "for line in sys.stdin:\n" +
          "    print(json.dumps({'id': json.loads(line)['id'], 'event': 'error', 'code': 'level_too_low',\n" +
          "        'message': 'The run demands level L1', 'hint': 'demand L2'}), flush=True)\n",
      ),
    });
    await expect(refusing.run(job("", { min_level: "L1" }))).rejects.toMatchObject({
      code: "level_too_low",
      message: "The run demands level L1",
      hint: "demand L2",
    });
    await refusing.close();
  });

  it("refuses a solution that is not there with the path in the message", async () => {
    const missing = join(folder, "nowhere");
    await expect(supervisor.run({ ...job(""), solution: missing })).rejects.toMatchObject({
      code: "invalid_params",
      message: expect.stringContaining(missing),
    });
  });

  it("names an interpreter that is not there", async () => {
    await expect(Supervisor.start({ python: join(folder, "no-python") })).rejects.toMatchObject({
      code: "python_missing",
    });
  });

  it("rejects what is pending when the supervisor dies, and later calls too", async () => {
    const fragile = await Supervisor.start({
      python: executable,
      launcher: stub(
        "import sys\nprint('{\"event\": \"ready\"}', flush=True)\nsys.stdin.readline()\nsys.exit('gone')\n",
      ),
    });
    await expect(fragile.run(job(""))).rejects.toMatchObject({
      code: "sandbox_unavailable",
      message: expect.stringContaining("gone"),
    });
    await expect(fragile.run(job(""))).rejects.toMatchObject({ code: "sandbox_unavailable" });
  });

  it("takes an answer of unknown shape for a fault of ours, not for a result", async () => {
    const odd = await Supervisor.start({
      python: executable,
      launcher: stub(
        'import sys, json\nprint(\'{"event": "ready"}\', flush=True)\n' +
          "for line in sys.stdin:\n" +
          "    print(json.dumps({'id': json.loads(line)['id'], 'event': 'done', 'result': {}}), flush=True)\n",
      ),
    });
    await expect(odd.run(job(""))).rejects.toMatchObject({ code: "internal" });
    await odd.close();
  });

  it("leaves no staged folder behind when it is closed", async () => {
    const scratch = join(folder, "scratch");
    mkdirSync(scratch);
    vi.stubEnv("TMPDIR", scratch);
    const other = await Supervisor.start({ python: executable });
    vi.unstubAllEnvs();
    expect(readdirSync(scratch)).toHaveLength(1);
    await other.close();
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("examines the walls in real boxes and finds none missing", async () => {
    const { level, walls, python: inside } = await supervisor.doctor();
    expect(walls.filter(({ state }) => state === "Missing")).toEqual([]);
    expect(level).toMatch(/^L[12]$/);
    expect(inside?.consistent).toBe(true);
  });

  it("shows a wall that the kernel accepted and does not enforce as missing", async () => {
    const disarmed = await Supervisor.start({
      python: executable,
      launcherArguments: ["--disarm", "seccomp"],
    });
    const { level, walls } = await disarmed.doctor();
    await disarmed.close();
    const missing = walls.filter(({ state }) => state === "Missing").map(({ wall }) => wall);
    expect(missing).toEqual(["cpu", "processes", "network", "syscalls"]);
    expect(level).toBeNull();
  });
});

describe("the supervisor's environment", () => {
  it("carries no key, no preload and nothing of Python", () => {
    expect(
      supervisorEnvironment({
        PATH: "/usr/bin",
        OPENAI_API_KEY: "k",
        LD_PRELOAD: "x.so",
        PYTHONPATH: "/evil",
        NODE_OPTIONS: "-r x",
      }),
    ).toEqual({ PATH: "/usr/bin" });
  });
});

function stub(source: string): string {
  const path = join(folder, "stub.py");
  writeFileSync(path, source);
  return path;
}
