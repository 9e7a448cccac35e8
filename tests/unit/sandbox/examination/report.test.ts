import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DoctorReport } from "../../../../preload/contract/doctor.ts";
import type { EnvironmentStatus } from "../../../../preload/contract/environment.ts";
import { SandboxExamination } from "../../../../main/sandbox/doctor.ts";
import { doctorReport } from "../../../../main/sandbox/examination/report.ts";
import { attemptWords, findingWords } from "../../../../main/sandbox/examination/wall-words.ts";
import { partFindings } from "../../../../main/sandbox/examination/part-words.ts";
import { desktop } from "./machine.ts";

const environment: EnvironmentStatus = {
  ready: true,
  executable: "/opt/env/bin/python",
  python: "3.11.2",
  lockDigest: "0",
  folder: "/opt/env",
  packages: [],
  problem: null,
};
const checkedAt = "2026-01-02T03:04:05.000Z";
const chineseOnly = /[\u4e00-\u9fff]/;

type Wall = SandboxExamination["walls"][number];

function wall(changes: Partial<Wall>): Wall {
  return {
    wall: "network",
    state: "Enforced",
    by: ["bwrap", "seccomp"],
    finding: { code: "tried", values: {} },
    attempts: [],
    fix: null,
    requested: null,
    effective: null,
    ...changes,
  };
}

function examination(walls: Wall[], level: SandboxExamination["level"] = "L2"): SandboxExamination {
  const python = {
    version: "3.11.2",
    standardLibrary: "/usr/lib/python3.11",
    baseExecutable: "/usr/bin/python3.11",
    consistent: true,
  };
  return { level, seconds: 1, walls, parts: [], python };
}

const report = (examined: SandboxExamination, language: "en" | "zh" = "en", changes = {}) =>
  doctorReport(
    { examination: examined, environment: { ...environment, ...changes }, machine: desktop, checkedAt },
    language,
  );

const exact = wall({
  wall: "memory",
  by: ["cgroup"],
  finding: { code: "ended_full", values: { peak: 134_217_728, limit: 134_217_728 } },
  requested: 2_000_000_000,
  effective: 1_999_998_976,
});

describe("the doctor's report", () => {
  it("fits its contract", () => {
    expect(() => DoctorReport.parse(report(examination([wall({}), exact])))).not.toThrow();
  });

  it("says how much of the memory that was asked for the kernel has in force", () => {
    const [row] = report(examination([exact], "L1")).walls;
    expect(row?.detail).toContain("1,999,998,976 of 2,000,000,000 requested");
  });

  it("says of a watched memory how often it is looked at", () => {
    const watched = wall({ ...exact, state: "Watched", by: ["watch"], effective: 2_000_000_000 });
    expect(report(examination([watched])).walls[0]?.detail).toContain(
      "2,000,000,000 of 2,000,000,000 requested, looked at every 5 ms",
    );
  });

  it.each([
    ["L1", "Enforced", "full", "Full"],
    ["L2", "Watched", "full_watched", "Full, memory watched"],
    ["L3", "Watched", "full_watched", "Full, memory watched"],
    ["L4", "Watched", "reduced", "Reduced"],
    ["L5", "Watched", "limits_only", "Limits only"],
    [null, "Missing", "not_available", "Not available"],
  ] as const)("calls level %s with memory %s %s", (level, state, grade, title) => {
    expect(report(examination([wall({ ...exact, state })], level))).toMatchObject({ grade, title });
  });

  it("names the acts that worked, and them alone, of a wall that does not hold", () => {
    const attempts = [
      { attempt: "tcp_socket", subject: "", met: "<socket>", held: false },
      { attempt: "unix_socket", subject: "", met: "EACCES", held: true },
    ];
    const [row] = report(
      examination([wall({ state: "Missing", by: [], attempts, fix: "not_enforced" })], null),
    ).walls;
    expect(row?.detail).toBe("Not refused: open a TCP socket.");
    expect(row?.hit).toContain("Nothing happens");
    expect(row).toMatchObject({ mechanism: "none", command: "mlewb doctor --json > doctor.json" });
    expect(row?.fix).toContain("`mlewb doctor --json > doctor.json`");
  });

  it("shows an interpreter with another one's library as missing, with the command that mends it", () => {
    const examined = examination([wall({})]);
    const python = { ...examined.python!, consistent: false };
    expect(report({ ...examined, python }).parts[0]).toMatchObject({
      part: "interpreter",
      state: "Missing",
      command: "mlewb env repair",
    });
  });

  it.each([
    [
      "Working",
      "prophet_works",
      {},
      "Its program was started by the broker behind the walls, once and no other.",
    ],
    [
      "Missing",
      "prophet_off",
      { reason: "this kernel has no Landlock of version 3" },
      "Its program could not be started behind the walls: this kernel has no Landlock of version 3. A fit raises with this reason; other models work.",
    ],
  ] as const)("says of Prophet whether it is %s", (state, code, values, detail) => {
    const part = { part: "prophet", state, finding: { code, values }, fix: null };
    const said = report({ ...examination([wall({})]), parts: [part] }).parts;
    expect(said).toContainEqual(expect.objectContaining({ name: "Prophet in the box", state, detail }));
  });

  it("shows a code that it has no words for instead of nothing", () => {
    const attempts = [{ attempt: "new_act", subject: "/x", met: "EPERM", held: true }];
    const [row] = report(examination([wall({ attempts })])).walls;
    expect(row?.detail).toBe("Refused: new_act /x (EPERM).");
  });

  it("keeps text of a box on one line", () => {
    const finding = { code: "no_box", values: { said: "bwrap:\u001b[2J no\nway" } };
    expect(report(examination([wall({ finding })])).walls[0]?.detail).toBe(
      "No box could be started: bwrap: [2J no way",
    );
  });

  it("speaks Chinese in every sentence", () => {
    const attempts = [{ attempt: "tcp_socket", subject: "", met: "EACCES", held: true }];
    const problem = { code: "environment_damaged", message: "It is damaged.", hint: "Mend it." };
    const said = report(examination([wall({ attempts }), { ...exact, fix: "no_control_group" }]), "zh", {
      problem,
    });
    const sentences = [
      said.title,
      said.summary,
      ...said.notHeld,
      ...said.walls.flatMap(({ detail, hit, fix }) => [detail, hit, fix]),
      ...said.parts.flatMap(({ name, detail, fix }) => [name, detail, fix]),
      said.python.detail,
      said.python.fix,
    ].filter((text) => text !== null);
    expect(sentences.filter((text) => !chineseOnly.test(text))).toEqual([]);
  });
});

describe("the launcher's codes", () => {
  const source = (name: string) =>
    readFileSync(join(import.meta.dirname, "../../../../sandbox/launcher", name), "utf8");
  const codes = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? "");

  it("of canaries have words in both languages", () => {
    const used = [
      ...codes(source("canaries.py"), /attempt\(rows, "\w+", "(\w+)"/g),
      ...codes(source("doctor.py"), /"attempt": "(\w+)"/g),
    ];
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((code) => !(code in attemptWords))).toEqual([]);
  });

  it("of findings have words in both languages", () => {
    const used = codes(source("doctor.py"), /_finding\("(\w+)"/g);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((code) => !(code in findingWords) && !(code in partFindings))).toEqual([]);
  });
});
