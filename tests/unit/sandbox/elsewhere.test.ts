/** macOS and Windows as the core sees them: the same client, the same documents, and that nobody verified them. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SandboxExamination } from "../../../main/sandbox/doctor.ts";
import { notHeldElsewhere } from "../../../main/sandbox/examination/elsewhere.ts";
import { doctorReport } from "../../../main/sandbox/examination/report.ts";
import { Supervisor } from "../../../main/sandbox/supervisor.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { desktop } from "./examination/machine.ts";

const standIn = join(import.meta.dirname, "../../python/elsewhere/unwalled.py");
const python = ["/usr/bin/python3.11", "/usr/bin/python3"].find((path) => existsSync(path)) ?? "python3";
let supervisor: Supervisor;

beforeAll(async () => {
  supervisor = await Supervisor.start({ python, launcher: standIn });
});
afterAll(() => supervisor.close());

const job = (code: string) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "solution"));
  writeFileSync(join(folder, "solution", "solution.py"), code);
  mkdirSync(join(folder, "prefix", "bin"), { recursive: true });
  symlinkSync(python, join(folder, "prefix", "bin", "python"));
  return {
    solution: join(folder, "solution"),
    entry: "solution.py",
    data: null,
    task_id: "toy",
    seed: 42,
    limits: { wall_seconds: 30, memory_bytes: 500_000_000, cores: 1 },
    shown_limits: null,
    recorder: "off" as const,
    log: join(folder, "log.txt"),
    report_out: join(folder, "report"),
    evidence_out: null,
    min_level: null,
    python: { prefix: join(folder, "prefix") },
  };
};

describe("a run", () => {
  it("has the document of any run, and its record says that nobody verified its walls", async () => {
    const events: string[] = [];
    const result = await supervisor.run(
      job("from mle_bench import TASK_ID, REPORT_DIR\nopen(REPORT_DIR + '/a', 'w').write(TASK_ID)"),
      { onEvent: (event) => events.push(event.event) },
    );
    expect([result.status, result.stderr.text]).toEqual(["finished", ""]);
    expect(result.artifacts.map(({ path, bytes }) => [path, bytes])).toEqual([["a", 3]]);
    expect(events).toContain("started");
    expect(result.record.engine).toContain("not verified on this platform");
    for (const row of result.walls) expect(row.by).toContain("not verified on this platform");
  });

  it("ends when it is cancelled", async () => {
    const cancelling = new AbortController();
    const result = await supervisor.run(job("import time\ntime.sleep(60)"), {
      signal: cancelling.signal,
      onEvent: () => cancelling.abort(),
    });
    expect(result.status).toBe("cancelled");
  });
});

describe("the doctor", () => {
  it("says first that nothing is verified there, in both languages, and lists what is not held", async () => {
    const examination = SandboxExamination.parse(await supervisor.doctor());
    expect(examination.walls.find(({ wall }) => wall === "network")?.state).toBe("Missing");
    const environment = {
      ready: false,
      executable: null,
      python: null,
      lockDigest: "0",
      folder: "/opt/env",
      packages: [],
      problem: null,
    };
    for (const platform of ["darwin", "win32"] as const) {
      const examined = {
        examination,
        environment,
        machine: { ...desktop, platform },
        checkedAt: "2026-01-02T03:04:05.000Z",
      };
      const english = doctorReport(examined, "en");
      expect(english.title).toContain("not verified on this platform");
      expect(english.summary).toMatch(/^Not verified on this platform/);
      expect(english.notHeld).toHaveLength(notHeldElsewhere[platform]?.length ?? 0);
      expect(JSON.stringify(english)).not.toMatch(/setting_only|not_tried/);
      expect(doctorReport(examined, "zh").title).toContain("尚未在此平台上验证");
    }
  });
});
