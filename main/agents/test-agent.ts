import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AgentTest, RegisteredAgent } from "../../preload/contract/index.ts";
import type { Task } from "../core/tasks/task.ts";
import { readLogPage } from "../process/log-page.ts";
import { commandAgent } from "./command-agent.ts";

/** A test shows that the program starts and leaves a file; it need not solve the task well. */
const testSeconds = 300;

/** Lets a registered agent work once on a task, in a throw-away folder. Nothing it made is executed. */
export async function testAgent(
  agent: RegisteredAgent,
  options: {
    readonly task: Task;
    readonly public: string;
    readonly folder: string;
    readonly signal: AbortSignal;
  },
): Promise<AgentTest> {
  const began = performance.now();
  const room = {
    runId: `test-${process.pid}-${Math.round(began)}`,
    task: options.task,
    variant: 0,
    public: options.public,
    work: join(options.folder, "work"),
    solution: join(options.folder, "solution"),
    log: join(options.folder, "log.txt"),
    signal: options.signal,
  };
  mkdirSync(room.work, { recursive: true, mode: 0o700 });
  try {
    const outcome = await commandAgent(agent, { seconds: testSeconds, outputBytes: 10_000_000 }).work(room);
    const seconds = Math.round((performance.now() - began) / 10) / 100;
    if (outcome.kind === "ready") {
      return { ok: true, message: "It started, ended well and left a solution.py.", seconds };
    }
    const end = readLogPage(room.log, 0, 4000).text.trim().slice(-400);
    return {
      ok: false,
      message: end === "" ? outcome.reason : `${outcome.reason} It printed: ${end}`,
      seconds,
    };
  } finally {
    rmSync(options.folder, { recursive: true, force: true });
  }
}
