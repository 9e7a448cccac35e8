import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, closeSync, fstatSync, lstatSync, openSync } from "node:fs";
import { join } from "node:path";
import type { AgentIdentity, RegisteredAgent } from "../../preload/contract/index.ts";
import type { Agent, AgentOutcome, AgentRoom } from "../core/runs/ports.ts";
import { childEnvironment, runMark } from "../process/child-environment.ts";
import { killTree } from "../process/kill-tree.ts";
import { checkSource } from "./check-source.ts";
import { collectFolder } from "./collect-solution.ts";

export interface CommandLimits {
  /** Seconds of wall clock. */
  readonly seconds: number;
  /** Bytes that it may print; more fills the disk, not the log. */
  readonly outputBytes: number;
}

export const commandLimits: CommandLimits = { seconds: 1800, outputBytes: 1_000_000_000 };

/** Names that we put into the work folder: they are not part of what the agent made. */
const ours: ReadonlySet<string> = new Set(["README.md", "CONTRACT.md", "data"]);

/** Any program: started in a folder with the brief, the contract and the public data; it leaves `solution.py`. */
export function commandAgent(agent: RegisteredAgent, limits: CommandLimits = commandLimits): Agent {
  const identity: AgentIdentity = { kind: "command", name: agent.name, version: null, fingerprint: null };
  return {
    identity,
    work: async (room) => {
      cpSync(room.public, join(room.work, "data"), { recursive: true });
      for (const page of ["README.md", "CONTRACT.md"]) cpSync(join(room.public, page), join(room.work, page));
      const ended = await runCommand(agent.command, room, limits);
      return ended ?? takeSolution(agent, room, identity);
    },
  };
}

/** Null where the program ended well. */
async function runCommand(
  command: string,
  room: AgentRoom,
  limits: CommandLimits,
): Promise<Exclude<AgentOutcome, { kind: "ready" }> | null> {
  // The program writes to the file itself: it is never held up by a viewer, and nothing of it is lost with us.
  const log = openSync(room.log, "a", 0o600);
  const began = performance.now();
  const child = spawn(command, {
    shell: true,
    cwd: room.work,
    env: commandEnvironment(room, limits),
    stdio: ["ignore", log, log],
    detached: process.platform !== "win32",
  });
  const ended = endOf(child);
  const stopped: { why: "timeout" | "output" | "stopped" | null } = { why: null };
  const stop = (why: "timeout" | "output" | "stopped"): void => {
    if (stopped.why !== null) return;
    stopped.why = why;
    if (child.pid !== undefined) void killTree(child.pid, { name: runMark, value: room.runId });
  };
  const abort = (): void => stop("stopped");
  room.signal.addEventListener("abort", abort, { once: true });
  const watch = setInterval(() => {
    if (performance.now() - began > limits.seconds * 1000) stop("timeout");
    if (fstatSync(log).size > limits.outputBytes) stop("output");
  }, 200);
  if (room.signal.aborted) abort();
  try {
    const end = await ended;
    // What it left running in the background would go on changing files.
    if (child.pid !== undefined) await killTree(child.pid, { name: runMark, value: room.runId });
    if (stopped.why === "timeout") {
      return { kind: "timeout", reason: `The agent's command did not end within ${limits.seconds} seconds.` };
    }
    if (stopped.why === "output") {
      return { kind: "failed", reason: `The agent's command printed more than ${limits.outputBytes} bytes.` };
    }
    if (stopped.why === "stopped") return { kind: "failed", reason: "The agent's command was stopped." };
    if (end.kind === "exit" && end.code === 0) return null;
    return { kind: "failed", reason: endSentence(end) };
  } finally {
    clearInterval(watch);
    room.signal.removeEventListener("abort", abort);
    closeSync(log);
  }
}

type CommandEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  | { readonly kind: "not_started"; readonly why: string };

const endOf = (child: ChildProcess): Promise<CommandEnd> =>
  new Promise((resolve) => {
    child.once("error", (error) => resolve({ kind: "not_started", why: error.message }));
    child.once("exit", (code, signal) =>
      resolve(code === null ? { kind: "signal", signal: signal ?? "a signal" } : { kind: "exit", code }),
    );
  });

function endSentence(end: CommandEnd): string {
  if (end.kind === "not_started") return `The agent's command did not start: ${end.why}.`;
  if (end.kind === "signal") return `The agent's command was ended by ${end.signal}.`;
  // What a POSIX shell says of a program that it did not find.
  if (end.code === 127) return "The agent's command was not found (exit code 127); its output is in the log.";
  return `The agent's command ended with exit code ${end.code}; its output is in the log.`;
}

const commandEnvironment = (room: AgentRoom, limits: CommandLimits): Record<string, string> =>
  childEnvironment({
    [runMark]: room.runId,
    MLE_TASK_ID: room.task.id,
    MLE_VARIANT: String(room.variant),
    MLE_SEED: "42",
    MLE_WORK_DIR: room.work,
    MLE_DATA_DIR: join(room.work, "data"),
    MLE_BRIEF: join(room.work, "README.md"),
    MLE_CONTRACT: join(room.work, "CONTRACT.md"),
    MLE_SOLUTION: join(room.work, "solution.py"),
    MLE_TIMEOUT_SEC: String(limits.seconds),
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUNBUFFERED: "1",
  });

function takeSolution(agent: RegisteredAgent, room: AgentRoom, identity: AgentIdentity): AgentOutcome {
  const file = join(room.work, "solution.py");
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    const what =
      found === undefined ? "left no solution.py" : "left a solution.py that is not a regular file";
    return { kind: "failed", reason: `The agent "${agent.name}" ${what} in its work folder ${room.work}.` };
  }
  try {
    checkSource(file);
    const fingerprint = collectFolder(room.work, room.solution, ours);
    return { kind: "ready", identity: { ...identity, fingerprint } };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}
