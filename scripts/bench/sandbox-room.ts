/** A supervisor of its own for a bench, as this user or as an ordinary one, and jobs for it. */
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SandboxJob, SandboxLimits } from "../../main/sandbox/job.ts";
import { Supervisor } from "../../main/sandbox/supervisor.ts";
import { descendantsOf } from "../../main/process/process-table.ts";

export const python = process.env["MLEWB_BENCH_PYTHON"] ?? "";
export const isRoot = process.getuid?.() === 0;
/** A user without an account, for what is measured beside root. */
const ordinaryUser = 12_345;
const repository = join(import.meta.dirname, "..", "..");

export class SandboxRoom {
  readonly folder: string;
  readonly supervisor: Supervisor;
  readonly #user: number | null;
  #jobs = 0;

  private constructor(folder: string, supervisor: Supervisor, user: number | null) {
    this.folder = folder;
    this.supervisor = supervisor;
    this.#user = user;
  }

  /** `asUser`: as an ordinary user, where we are root. */
  static async open({ spare = false, asUser = false } = {}): Promise<SandboxRoom> {
    const folder = mkdtempSync(join(tmpdir(), "mlewb-bench-"));
    chmodSync(folder, 0o755);
    const user = asUser && isRoot ? ordinaryUser : null;
    let started = python;
    if (user !== null) {
      chownSync(folder, user, user);
      started = join(folder, "as-user");
      writeFileSync(
        started,
        `#!/bin/sh\nexport TMPDIR=${folder}\nexec setpriv --reuid ${user} --regid ${user} --clear-groups ${python} "$@"\n`,
        { mode: 0o755 },
      );
    }
    // Copied, because another user may not read the checkout.
    cpSync(join(repository, "sandbox"), join(folder, "sandbox"), { recursive: true });
    const launcher = join(folder, "sandbox", "launcher", "supervisor.py");
    return new SandboxRoom(folder, await Supervisor.start({ python: started, launcher, spare }), user);
  }

  job(code: string, limits: Partial<SandboxLimits> = {}, changes: Partial<SandboxJob> = {}): SandboxJob {
    const room = join(this.folder, `job-${++this.#jobs}`);
    mkdirSync(join(room, "solution"), { recursive: true });
    writeFileSync(join(room, "solution", "solution.py"), code);
    if (this.#user !== null) chownSync(room, this.#user, this.#user);
    return {
      solution: join(room, "solution"),
      entry: "solution.py",
      data: null,
      task_id: "bench",
      seed: 42,
      limits: { wall_seconds: 120, memory_bytes: 2_000_000_000, cores: 2, ...limits },
      shown_limits: null,
      recorder: "off",
      log: join(room, "log.txt"),
      report_out: join(room, "report"),
      evidence_out: null,
      min_level: null,
      python: { prefix: dirname(dirname(python)) },
      ...changes,
    };
  }

  /** Until nothing below us has used the processor for half a second: a spare has loaded its libraries. */
  async settle(): Promise<void> {
    let before = -1;
    for (let quiet = 0; quiet < 5; ) {
      await sleep(100);
      const now = descendantsOf(process.pid).reduce((sum, { pid }) => sum + ticksOf(pid), 0);
      quiet = now === before ? quiet + 1 : 0;
      before = now;
    }
  }

  async close(): Promise<void> {
    await this.supervisor.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
