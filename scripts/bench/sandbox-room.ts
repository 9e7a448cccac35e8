/** A supervisor of its own for a bench, as this user or as an ordinary one, and jobs for it. */
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "../../main/sandbox/engine.ts";
import type { SandboxJob, SandboxLimits } from "../../main/sandbox/job.ts";
import { Supervisor } from "../../main/sandbox/supervisor.ts";

export const python = process.env["MLEWB_BENCH_PYTHON"] ?? "";
/** Of the managed environment. */
const prefix = dirname(dirname(python));
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
  static async open({
    waiting = 0,
    asUser = false,
    engine,
  }: {
    readonly waiting?: number;
    readonly asUser?: boolean;
    readonly engine?: Engine;
  } = {}): Promise<SandboxRoom> {
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
    const supervisor = await Supervisor.start({
      python: started,
      launcher,
      ...(engine !== undefined && { engine }),
    });
    if (waiting > 0) await supervisor.waiting({ count: waiting, prefix });
    return new SandboxRoom(folder, supervisor, user);
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
      python: { prefix },
      ...changes,
    };
  }

  /** As the core asks for it: with the managed environment. */
  examine(): ReturnType<Supervisor["doctor"]> {
    return this.supervisor.doctor(prefix);
  }

  /** Until a box waits with its libraries loaded; returns the bytes that it costs. */
  async untilOneWaits(): Promise<number> {
    for (let turn = 0; turn < 1_200; turn += 1) {
      const { waiting, problem } = await this.supervisor.waiting();
      const ready = waiting.find((box) => box.ready);
      if (ready !== undefined) return ready.memoryBytes;
      if (problem !== null) throw new Error(`no box waits: ${problem}`);
      await sleep(100);
    }
    throw new Error("no box was ready to wait in two minutes");
  }

  async close(): Promise<void> {
    await this.supervisor.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
