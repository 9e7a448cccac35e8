import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { MethodName, ParamsOf, ResultOf, RunPhase } from "../../preload/contract/index.ts";
import { descendantsOf, type ProcessEntry, readProcess } from "../../main/process/process-table.ts";
import { type Death, deathOf, insideBoxes } from "./deaths.ts";
import { ChannelClient } from "../../main/rpc/client.ts";
import { sessionsOf } from "../../main/rpc/transports/fork.ts";

const entry = fileURLToPath(new URL("../../main/host/core-process.ts", import.meta.url));

/** A core process that a test may end without warning. */
export class CoreUnderTest {
  readonly #child: ChildProcess;
  readonly #client: ChannelClient;

  constructor(home: string) {
    this.#child = fork(entry, [home], { execArgv: [], serialization: "json" });
    this.#client = new ChannelClient(sessionsOf(this.#child)());
  }

  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> {
    return this.#client.call(method, params);
  }

  /** Resolves when some run reaches the phase, or has ended without it. */
  reaches(phase: RunPhase): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = this.#client.on("run.changed", (run) => {
        if (run.phase !== phase && run.phase !== "done") return;
        unsubscribe();
        resolve();
      });
    });
  }

  /** Resolves when code of a run has been seen to use memory behind the walls. */
  runsCode(): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = this.#client.on("run.resources", () => {
        unsubscribe();
        resolve();
      });
    });
  }

  /** Every process that it has started. */
  processes(): ProcessEntry[] {
    return descendantsOf(this.#child.pid ?? 0);
  }

  /** SIGKILL; every process that it had started by then, below it or detached, and how what was in boxes died. */
  async kill(): Promise<{ readonly children: ProcessEntry[]; readonly death: Death }> {
    const pid = this.#child.pid ?? 0;
    const ended = once(this.#child, "exit");
    let children: ProcessEntry[] = [];
    const death = await deathOf(
      () => {
        children = descendantsOf(pid);
        return { inside: insideBoxes(children), acting: [pid, ...children.map((each) => each.pid)] };
      },
      () => this.#child.kill("SIGKILL"),
    );
    await ended;
    return { children, death };
  }

  async close(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}

/** Waits until none of the processes is there any more; returns those that stay for longer than `seconds`. */
export async function gone(processes: readonly ProcessEntry[], seconds: number): Promise<ProcessEntry[]> {
  const left = () => processes.filter((each) => readProcess(each.pid)?.startTime === each.startTime);
  for (let waited = 0; left().length > 0 && waited < seconds * 20; waited += 1) await sleep(50);
  return left();
}
