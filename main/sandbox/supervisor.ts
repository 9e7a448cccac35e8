import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { WaitingBoxes } from "../../preload/contract/waiting-boxes.ts";
import type { Engine } from "./engine.ts";
import { SandboxExamination } from "./doctor.ts";
import { SandboxJob } from "./job.ts";
import { parsedAnswer } from "./parsed-answer.ts";
import { type SandboxEvent, SupervisorMessage } from "./protocol.ts";
import { SandboxResult } from "./result.ts";
import { SandboxSession } from "./session.ts";
import { SandboxSessionJob } from "./session-protocol.ts";
import { supervisorEnvironment } from "./supervisor-environment.ts";

const ownLauncher = join(import.meta.dirname, "..", "..", "sandbox", "launcher", "supervisor.py");
const closingMilliseconds = 5_000;
const keptDiagnostics = 4_000;

export interface SupervisorOptions {
  /** Python 3.11: the managed one, or any where only the walls are examined. */
  readonly python: string;
  /** The launcher's supervisor.py; that of this program when left out. */
  readonly launcher?: string;
  /** Further arguments; tests only. */
  readonly launcherArguments?: readonly string[];
  /** The only one that boxes may be built with. */
  readonly engine?: Engine;
}

export interface RunOptions {
  readonly onEvent?: (event: SandboxEvent) => void;
  /** Ends the run; its result says `cancelled`. */
  readonly signal?: AbortSignal;
}

interface Request {
  readonly onEvent: (event: SandboxEvent) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: WorkbenchError) => void;
}

/** The trusted Python process that makes the boxes. One per core; many runs at a time. */
export class Supervisor {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #requests = new Map<string, Request>();
  #next = 1;
  #diagnostics = "";
  #over = false;
  /** Resolves when the process is gone, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.ended = new Promise((resolve) => {
      child.once("close", () => {
        this.#over = true;
        this.#rejectAll(this.#gone());
        resolve();
      });
    });
    child.stdin.on("error", () => undefined); // a write to a process that has ended; `close` follows
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#diagnostics = (this.#diagnostics + text).slice(-keptDiagnostics);
    });
  }

  /** @throws WorkbenchError python_missing, sandbox_unavailable */
  static start(options: SupervisorOptions): Promise<Supervisor> {
    const { python, launcher = ownLauncher, launcherArguments = [], engine } = options;
    const forced = engine === undefined ? [] : ["--engine", engine];
    const argv = ["-I", "-B", launcher, ...forced, ...launcherArguments];
    return new Promise((resolve, reject) => {
      // Its own session: Ctrl-C in a terminal is for us, and we decide what becomes of the runs.
      const child = spawn(python, argv, {
        env: supervisorEnvironment(),
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
        cwd: "/",
      });
      const supervisor = new Supervisor(child);
      child.once("error", (error) => {
        reject(
          new WorkbenchError(
            "python_missing",
            `Python could not be started: ${error.message}`,
            "Install Python 3.11, or make the managed environment with `mlewb env create`.",
            { python },
          ),
        );
      });
      child.once("close", () => reject(supervisor.#gone()));
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (supervisor.#receive(line)) resolve(supervisor);
      });
    });
  }

  /**
   * Runs one solution under the walls. What the solution does is in the result; only what kept it from being run
   * is thrown.
   * @throws WorkbenchError sandbox_unavailable, level_too_low, environment_missing, invalid_params, interrupted
   */
  async run(job: SandboxJob, { onEvent, signal }: RunOptions = {}): Promise<SandboxResult> {
    if (signal?.aborted) throw new WorkbenchError("interrupted", "The run was cancelled.", "Start it again.");
    const id = this.#id();
    const cancel = () => this.#send({ id: this.#id(), op: "cancel", run: id });
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return parsedAnswer(
        SandboxResult,
        await this.#ask(id, { op: "run", job: SandboxJob.parse(job) }, onEvent),
      );
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /**
   * A box that keeps its state between calls.
   * @throws WorkbenchError sandbox_unavailable, level_too_low, environment_missing, invalid_params
   */
  openSession(job: SandboxSessionJob): Promise<SandboxSession> {
    return SandboxSession.open(
      (body, onEvent) => this.#ask(this.#id(), body, onEvent),
      SandboxSessionJob.parse(job),
    );
  }

  /**
   * How many boxes wait with the libraries of this environment loaded, each for one job; none by default. What waits
   * now, and what it costs; without arguments nothing changes.
   */
  async waiting(wanted: { readonly count?: number; readonly prefix?: string } = {}): Promise<WaitingBoxes> {
    return parsedAnswer(WaitingBoxes, await this.#ask(this.#id(), { op: "spares", ...wanted }));
  }

  /** Tries every wall in a real box. A machine without walls is an answer, not an error. */
  async doctor(pythonPrefix?: string): Promise<SandboxExamination> {
    const python = pythonPrefix === undefined ? {} : { python: { prefix: pythonPrefix } };
    return parsedAnswer(SandboxExamination, await this.#ask(this.#id(), { op: "doctor", ...python }));
  }

  /** Ends every box and the process, and leaves nothing behind. May be called twice. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const force = setTimeout(() => this.#child.kill("SIGKILL"), closingMilliseconds);
    await this.ended;
    clearTimeout(force);
  }

  #id(): string {
    return String(this.#next++);
  }

  #ask(id: string, body: object, onEvent: Request["onEvent"] = () => undefined): Promise<unknown> {
    if (this.#over) return Promise.reject(this.#gone());
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { onEvent, resolve, reject });
      this.#send({ id, ...body });
    });
  }

  #send(message: object): void {
    if (!this.#over) this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** True for the first line, by which the process says that it listens. */
  #receive(line: string): boolean {
    const message = messageOf(line);
    if (message === null) {
      this.#rejectAll(
        new WorkbenchError("internal", "The sandbox's supervisor wrote a line that cannot be read.", ""),
      );
      this.#child.kill("SIGKILL");
      return false;
    }
    if (message.event === "ready") return true;
    const request = message.id === null ? undefined : this.#requests.get(message.id);
    if (!request || message.id === null) return false;
    if (message.event === "started" || message.event === "resources") {
      const { id: _id, ...event } = message;
      request.onEvent(event);
      return false;
    }
    this.#requests.delete(message.id);
    if (message.event === "done") request.resolve(message.result);
    else request.reject(new WorkbenchError(message.code, message.message, message.hint));
    return false;
  }

  #rejectAll(error: WorkbenchError): void {
    for (const request of this.#requests.values()) request.reject(error);
    this.#requests.clear();
  }

  #gone(): WorkbenchError {
    const said = this.#diagnostics.trim();
    return new WorkbenchError(
      "sandbox_unavailable",
      `The sandbox's supervisor has ended${said === "" ? "." : `: ${said}`}`,
      "Run `mlewb doctor`; start the run again.",
    );
  }
}

function messageOf(line: string): SupervisorMessage | null {
  try {
    return SupervisorMessage.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
