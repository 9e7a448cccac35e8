import { WorkbenchError } from "../../../preload/contract/error.ts";
import type {
  GradingComparison,
  GradingSummary,
  Level,
  ResourceSample,
  Run,
  RunStatus,
  Verify,
} from "../../../preload/contract/index.ts";
import { carryOut } from "./carry-out.ts";
import { gradeAgain } from "./grade-again.ts";
import { compareGradings, overrideRun, shownGrading } from "./override-run.ts";
import type { Override } from "../grading/override.ts";
import type { Agent, Ports } from "./ports.ts";
import { resourceSamples } from "./resource-samples.ts";
import { pathsOf, runFolders } from "./run-folders.ts";
import { RunQueue } from "./run-queue.ts";
import type { RunEnd, RunQuery, RunStore } from "./run-store.ts";
import { stopReasonOf, stopSentence } from "./stop-reason.ts";

export interface StartRequest {
  readonly task: string;
  readonly agent: string;
  readonly variant: number;
  readonly repetition: number;
  readonly verify: Verify;
  readonly minLevel: Level | null;
  readonly language: Run["language"];
}

/** The use-cases around runs: start, stop, wait, look, grade again. */
export class RunService {
  readonly #ports: Ports;
  readonly #queue: RunQueue;
  /** Runs whose end could not be written, with why: a full disk must not make a waiter wait for ever. */
  readonly #unwritten = new Map<string, unknown>();

  constructor(ports: Ports, queue = new RunQueue()) {
    this.#ports = ports;
    this.#queue = queue;
  }

  /** Everything that can be wrong with the request is told here, before there is a run. */
  async start(request: StartRequest): Promise<string> {
    const { store, clock, ids, tasks, agents } = this.#ports;
    const task = await tasks.load(request.task);
    const agent = await agents.resolve(request.agent, task);
    await this.#ports.python();
    await this.#ports.requireSpace();
    const at = clock.now();
    const id = ids.next(at);
    store.insert({
      id,
      task: { id: task.id, version: task.version, digest: task.digest },
      variant: request.variant,
      repetition: request.repetition,
      agentSpec: request.agent,
      agent: agent.identity,
      language: request.language,
      verify: request.verify,
      minLevel: request.minLevel,
      at,
    });
    this.#tell(id, "queued", null, null);
    this.#queue.add(id, (signal) => this.#run(id, request, agent, signal));
    return id;
  }

  async #run(id: string, request: StartRequest, agent: Agent, signal: AbortSignal): Promise<void> {
    const { store, clock, tasks } = this.#ports;
    const stopped = stopReasonOf(signal);
    if (stopped) {
      this.#finish(id, {
        status: stopped,
        reason: stopSentence[stopped],
        at: clock.now(),
        phases: [],
        grading: null,
      });
      return;
    }
    try {
      store.begin(id, clock.now());
      // Loaded again: the task may have been edited while the run waited, and is then another one.
      const task = await tasks.load(request.task);
      const folders = runFolders(this.#ports.home, id);
      const end = await carryOut({ ...request, id, task, agent, folders, signal }, this.#ports);
      this.#finish(id, end);
    } catch (error) {
      this.#finish(id, {
        status: "infrastructure",
        reason: error instanceof Error ? error.message : String(error),
        at: clock.now(),
        phases: [],
        grading: null,
      });
    }
  }

  #finish(id: string, end: RunEnd): void {
    try {
      this.#ports.store.finish(id, end);
    } catch (error) {
      // The row still says `running`; the next start makes `interrupted` of it.
      this.#unwritten.set(id, error);
    }
    this.#tell(id, end.status, end.reason, end.grading?.percent ?? null);
  }

  #tell(id: string, status: RunStatus, reason: string | null, percent: number | null): void {
    const phase = status === "queued" ? "waiting" : "done";
    this.#ports.news.changed({ id, status, phase, reason, percent });
  }

  cancel(id: string): void {
    if (this.#queue.stop(id, "cancelled")) return;
    const run = this.show(id);
    throw new WorkbenchError(
      "conflict",
      `Run ${id} has ended already (${run.status}).`,
      "Only a run that waits or runs can be cancelled.",
      { id, status: run.status },
    );
  }

  show(id: string): Run {
    const stored = this.#ports.store.get(id);
    if (!stored) throw noSuchRun(id);
    return { ...stored, paths: pathsOf(runFolders(this.#ports.home, id)) };
  }

  samples(id: string): ResourceSample[] {
    this.show(id);
    return resourceSamples(this.#ports.store.events(id));
  }

  list(query: RunQuery): ReturnType<RunStore["list"]> {
    return this.#ports.store.list(query);
  }

  /** Waits for the end of a run, at most `seconds`. */
  async wait(id: string, seconds: number): Promise<Run> {
    this.show(id);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, seconds * 1000);
    });
    await Promise.race([this.#queue.ended(id), late]).finally(() => clearTimeout(timer));
    if (this.#unwritten.has(id)) throw this.#unwritten.get(id);
    return this.show(id);
  }

  /** True while the run waits or runs in this process. */
  isLive(id: string): boolean {
    return this.#queue.ids.includes(id);
  }

  /**
   * Grades again with today's grader from the stored files; nothing is executed, earlier gradings stay, and what
   * people set holds on.
   */
  async grade(id: string, signal: AbortSignal): Promise<Run> {
    const run = this.#ended(id);
    const { store, clock } = this.#ports;
    const grading = await gradeAgain(run, this.#ports, signal);
    store.addGrading(id, grading, shownGrading(grading, store.overrides(id)), clock.now());
    return this.#regraded(id);
  }

  /** Sets points of a check by hand, or (null) gives them back to the grader. */
  override(id: string, override: Omit<Override, "at">): Run {
    const { store, clock } = this.#ports;
    overrideRun(this.#ended(id), { ...override, at: clock.now() }, store);
    return this.#regraded(id);
  }

  gradings(id: string): GradingSummary[] {
    this.show(id);
    return [...this.#ports.store.gradings(id)];
  }

  compareGradings(id: string, from: number, to: number): GradingComparison {
    this.show(id);
    return compareGradings(id, from, to, this.#ports.store);
  }

  #ended(id: string): Run {
    const run = this.show(id);
    if (!this.isLive(id)) return run;
    throw new WorkbenchError(
      "conflict",
      `Run ${id} has not ended yet.`,
      "Wait for its end, or cancel it, and grade it then.",
      { id },
    );
  }

  #regraded(id: string): Run {
    const run = this.show(id);
    this.#tell(id, run.status, run.reason, run.percent);
    return run;
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Records what is interrupted, and ends it. */
  close(): Promise<void> {
    return this.#queue.close("interrupted");
  }
}

export const noSuchRun = (id: string): WorkbenchError =>
  new WorkbenchError(
    "not_found",
    `There is no run "${id}".`,
    "`mlewb runs list` shows the runs of this data folder.",
    {
      id,
    },
  );
