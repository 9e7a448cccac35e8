/** A made-up examination, put into words by the real thing. `broken`: a wall that does not hold, a wrong interpreter. */
import type { DoctorReport } from "../../../preload/contract/doctor.ts";
import type { EnvironmentStatus } from "../../../preload/contract/environment.ts";
import type { Language } from "../../../preload/contract/task.ts";
import type { ExaminedWall, SandboxExamination } from "../../../main/sandbox/doctor.ts";
import { doctorReport } from "../../../main/sandbox/examination/report.ts";

const act = (attempt: string, met: string, subject = "", held = true) => ({ attempt, subject, met, held });

function tried(wall: ExaminedWall["wall"], by: string[], attempts: ExaminedWall["attempts"]): ExaminedWall {
  const held = attempts.every((attempt) => attempt.held);
  return {
    wall,
    state: held ? "Enforced" : "Missing",
    by: held ? by : [],
    finding: { code: "tried", values: {} },
    attempts,
    fix: held ? null : "not_enforced",
    requested: null,
    effective: null,
  };
}

function examination(broken: boolean): SandboxExamination {
  return {
    level: broken ? null : "L2",
    seconds: 1.31,
    walls: [
      {
        ...tried("wall_clock", ["clock"], []),
        finding: { code: "ended_late", values: { after: 0.3, limit: 0.3 } },
      },
      {
        ...tried("memory", ["watch"], []),
        state: "Watched",
        finding: { code: "ended_full", values: { peak: 134_803_456, limit: 134_217_728 } },
        fix: "no_control_group",
        requested: 2_000_000_000,
        effective: 2_000_000_000,
      },
      tried("cpu", ["affinity", "seccomp"], [act("other_processors", "EPERM")]),
      tried(
        "processes",
        ["seccomp", "rlimit"],
        [act("fork", "EACCES"), act("execute", "EACCES"), act("thread_flood", "RuntimeError", "12")],
      ),
      tried(
        "network",
        ["bwrap", "seccomp"],
        [
          act("tcp_socket", broken ? "<socket fd=3>" : "EACCES", "", !broken),
          act("host_listener", "EACCES"),
          act("unix_socket", "EACCES"),
          act("netlink_socket", "EACCES"),
        ],
      ),
      tried(
        "files",
        ["bwrap", "landlock"],
        ["/newfile", "/usr/lib/newfile", "/tmp/mle_data/newfile"].map((path) =>
          act("write_path", "EROFS", path),
        ),
      ),
      tried("disk", ["tmpfs", "rlimit"], [act("fill_quota", "ENOSPC"), act("file_flood", "ENOSPC")]),
      tried("host", ["bwrap"], [act("host_file", "ENOENT"), act("signal_init", "EPERM")]),
      tried("syscalls", ["seccomp"], [act("io_uring", "ENOSYS"), act("memfd", "EPERM")]),
    ],
    parts: [],
    python: {
      version: "3.11.2",
      standardLibrary: broken ? "/usr/lib/python3.11" : "/opt/python/lib/python3.11",
      baseExecutable: "/opt/python/bin/python3.11",
      consistent: !broken,
    },
  };
}

export function fixtureDoctor(
  environment: EnvironmentStatus,
  language: Language,
  broken: boolean,
): DoctorReport {
  return doctorReport(
    {
      examination: examination(broken),
      environment,
      machine: {
        platform: "linux",
        system: "Debian GNU/Linux 12 (bookworm)",
        family: "debian",
        wsl: false,
        container: false,
        root: false,
        systemd: true,
        unifiedControlGroups: true,
        apparmorRestricts: false,
        cloneForbidden: false,
        noneAllowed: false,
      },
      checkedAt: new Date(Date.now() - 120_000).toISOString(),
    },
    language,
  );
}
