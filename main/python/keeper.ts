import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { offlineEnvironment } from "./child-environment.ts";
import { productLockFolder } from "./lock-set.ts";

const KeeperEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("waiting") }),
  z.object({ event: z.literal("locked") }),
  z.object({ event: z.literal("line"), text: z.string() }),
  z.object({ event: z.literal("exit"), code: z.number() }),
  z.object({ event: z.literal("failed"), message: z.string() }),
]);
type KeeperEvent = z.infer<typeof KeeperEvent>;

export interface Step {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Called for each line of output while the step runs. */
  readonly onLine?: (line: string) => void;
}

export interface StepResult {
  /** Exit code; negative is a signal. */
  readonly code: number;
  readonly lines: readonly string[];
}

export interface KeeperOptions {
  /** A Python that starts the keeper; any 3.11. */
  readonly python: string;
  readonly lockFile: string;
  readonly signal?: AbortSignal | undefined;
  /** Another process holds the lock; said once. */
  readonly onWaiting?: () => void;
}

/** How many of a step's last lines are kept to explain a failure. */
const keptLines = 400;

/**
 * Holds the lock of an environment and runs steps under it. When this process ends in whatever way, the
 * keeper kills the running step and lets the lock go.
 */
export class Keeper {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  readonly #signal: AbortSignal | undefined;
  #locked = false;
  #gone = false;
  #onEvent: (event: KeeperEvent) => void = () => {};
  #onEnd: () => void = () => {};
  #stderr = "";

  private constructor(options: KeeperOptions) {
    const script = join(productLockFolder, "keeper.py");
    this.#signal = options.signal;
    this.#child = spawn(options.python, ["-I", "-B", script, options.lockFile], {
      env: offlineEnvironment("/tmp"),
    });
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        this.#gone = true;
        resolve();
        this.#onEnd();
      };
      this.#child.once("close", end);
      this.#child.once("error", (error) => {
        this.#stderr += error.message;
        end();
      });
    });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4000);
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.#onEvent(KeeperEvent.parse(JSON.parse(line)));
    });
    options.signal?.addEventListener("abort", () => this.#stop(), { once: true });
  }

  /** Waits for the lock. Throws `interrupted` when the signal fires first. */
  static async start(options: KeeperOptions): Promise<Keeper> {
    throwIfAborted(options.signal);
    await mkdir(dirname(options.lockFile), { recursive: true });
    const keeper = new Keeper(options);
    await keeper.#until((event) => {
      if (event.event === "waiting") options.onWaiting?.();
      return event.event === "locked" ? true : undefined;
    });
    keeper.#locked = true;
    return keeper;
  }

  /** Runs one step to its end, whatever its exit code. */
  async run(step: Step): Promise<StepResult> {
    throwIfAborted(this.#signal);
    const lines: string[] = [];
    const request = { argv: step.argv, cwd: dirname(productLockFolder), env: step.env };
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const code = await this.#until((event) => {
      if (event.event === "line") {
        lines.push(event.text);
        if (lines.length > keptLines) lines.shift();
        step.onLine?.(event.text);
      }
      if (event.event === "failed") {
        lines.push(event.message);
        return 127;
      }
      return event.event === "exit" ? event.code : undefined;
    });
    throwIfAborted(this.#signal);
    return { code, lines };
  }

  /** Ends the keeper and what it runs; the lock is free when this resolves. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }

  /** Before the lock is ours there is nothing to clean up; after that the lock is kept until close(). */
  #stop(): void {
    if (this.#locked) this.#child.stdin.write('{"cancel": true}\n');
    else this.#child.stdin.end();
  }

  async #until<T>(take: (event: KeeperEvent) => T | undefined): Promise<T> {
    if (this.#gone) throw this.#reasonOfEnd();
    const taken = new Promise<T>((resolve) => {
      this.#onEvent = (event) => {
        const value = take(event);
        if (value !== undefined) resolve(value);
      };
    });
    const ended = new Promise<never>((_resolve, reject) => {
      this.#onEnd = () => reject(this.#reasonOfEnd());
    });
    return Promise.race([taken, ended]);
  }

  #reasonOfEnd(): WorkbenchError {
    if (this.#signal?.aborted) return interrupted();
    return new WorkbenchError(
      "internal",
      `The process that makes the Python environment ended unexpectedly. ${this.#stderr.trim()}`,
      "Run the command again; `mlewb env repair` rebuilds what is half-made.",
    );
  }
}

export function interrupted(): WorkbenchError {
  return new WorkbenchError(
    "interrupted",
    "Making the Python environment was stopped.",
    "Run the same command again; what was half-made is rebuilt.",
  );
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interrupted();
}
