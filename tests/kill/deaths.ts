/**
 * How long the processes inside boxes live after a kill. The second that is promised is one of the machinery, not of
 * the machine's queue: who has to act is put first in line before (docs/decisions/153-the-second-after-a-kill.md).
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessEntry, readProcess } from "../../main/process/process-table.ts";

const promisedSeconds = 1;
const mostQueuedSeconds = 8;
const lookSeconds = 10;

export interface Death {
  readonly inside: number;
  readonly seconds: number;
  /** In which some task of this machine waited for a processor; 0 where nobody had to. */
  readonly queuedSeconds: number;
  readonly left: readonly number[];
}

const patience = Math.max(1, Number(process.env["MLEWB_PATIENCE"] ?? 1) || 1);

export const inTime = ({ seconds, queuedSeconds, left }: Death): boolean =>
  left.length === 0 && seconds <= promisedSeconds * patience + Math.min(queuedSeconds, mostQueuedSeconds);

/** Of what a core has started: everything below its supervisors but the janitors. */
export function insideBoxes(started: readonly ProcessEntry[]): ProcessEntry[] {
  const inside = new Set(started.filter(({ pid }) => runs(pid, "supervisor.py")).map(({ pid }) => pid));
  return started.filter((entry) => {
    if (!inside.has(entry.parent) || runs(entry.pid, "janitor.py")) return false;
    inside.add(entry.pid);
    return true;
  });
}

let before: Promise<unknown> = Promise.resolve();

/** `acting`: who has to do something for it, and be it to die itself. */
interface Concerned {
  readonly inside: readonly ProcessEntry[];
  readonly acting: readonly number[];
}

/**
 * Calls `kill` and waits until everything inside is dead. One after the other: another measurement in this process
 * would stand in the way of this one, so `look` is asked when its turn has come.
 */
export function deathOf(look: () => Concerned, kill: () => void): Promise<Death> {
  const mine = before.then(() => measure(look(), kill));
  before = mine.catch(() => undefined);
  return mine;
}

async function measure({ inside, acting }: Concerned, kill: () => void): Promise<Death> {
  const ahead = queueUp([process.pid, ...acting, ...inside.map(({ pid }) => pid)], "--rr 1");
  const stalled = stalledSeconds();
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  kill();
  const left = () => inside.filter((each) => readProcess(each.pid)?.startTime === each.startTime);
  while (left().length > 0 && seconds() < lookSeconds * patience) await sleep(2);
  const taken = seconds();
  const queuedSeconds = ahead ? 0 : stalledSeconds() - stalled;
  queueUp([process.pid, ...acting], "--other 0");
  return { inside: inside.length, seconds: taken, queuedSeconds, left: left().map(({ pid }) => pid) };
}

/** The first of them is this process: false where it may not. A process that has just ended is no reason. */
function queueUp(pids: readonly number[], how: "--rr 1" | "--other 0"): boolean {
  const [policy, priority] = how.split(" ");
  const one = (pid: number) => `chrt ${policy} --all-tasks --pid ${priority} ${pid}`;
  const [own = 0, ...others] = pids;
  const script = `${one(own)} || exit 1; ${others.map((pid) => `${one(pid)};`).join(" ")} exit 0`;
  return spawnSync("/bin/sh", ["-c", script], { stdio: "ignore" }).status === 0;
}

function stalledSeconds(): number {
  try {
    return Number(/total=(\d+)/.exec(readFileSync("/proc/pressure/cpu", "utf8"))?.[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}

function runs(pid: number, program: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program);
  } catch {
    return false;
  }
}
