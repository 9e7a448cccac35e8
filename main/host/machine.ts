import { WorkbenchError } from "../../preload/contract/error.ts";
import type {
  DoctorReport,
  EnvironmentProgress,
  EnvironmentStatus,
  Language,
} from "../../preload/contract/index.ts";
import type { PythonEnvironment } from "../core/runs/ports.ts";
import type { WaitingBoxes } from "../../preload/contract/waiting-boxes.ts";
import { checkEnvironment, createEnvironment, expectedPython, findPython } from "../python/environment.ts";
import type { Engine } from "../sandbox/engine.ts";
import type { Examined } from "../sandbox/examination/report.ts";
import type { Supervisor } from "../sandbox/supervisor.ts";

/** What of this computer a run needs: the managed Python and the walls. Needs no database. */
export class Machine {
  readonly home: string;
  #python: PythonEnvironment | null = null;
  #supervisor: { readonly python: string; readonly started: Promise<Supervisor> } | null = null;
  #examined: Examined | null = null;
  #examining: Promise<Examined> | null = null;
  #closed = false;
  #warm = false;
  readonly #engine: Engine | undefined;

  /** `engine`: the only one that boxes may be built with; the strongest that works when left out. */
  constructor(home: string, engine?: Engine) {
    this.home = home;
    this.#engine = engine;
  }

  /** @throws WorkbenchError environment_missing, python_missing */
  async python(): Promise<PythonEnvironment> {
    if (this.#python) return this.#python;
    const status = await checkEnvironment(this.home);
    if (status.ready && status.executable !== null) {
      this.#python = { executable: status.executable, folder: status.folder };
      return this.#python;
    }
    throw new WorkbenchError(
      "environment_missing",
      status.problem?.message ?? "The managed Python environment is not ready.",
      status.problem?.hint ?? "Make it with `mlewb env create`.",
      { folder: status.folder },
    );
  }

  checkEnvironment(deep = false): Promise<EnvironmentStatus> {
    return checkEnvironment(this.home, { deep });
  }

  async createEnvironment(
    repair: boolean,
    onProgress: (progress: EnvironmentProgress) => void,
    signal?: AbortSignal,
  ): Promise<EnvironmentStatus> {
    const before = this.#python?.executable;
    const status = await createEnvironment(this.home, {
      repair,
      onProgress,
      ...(signal === undefined ? {} : { signal }),
    });
    // A supervisor of the environment that was there before must not run what is new.
    if (repair || before !== status.executable) await this.#endSupervisor();
    this.#python = null;
    this.#examined = null;
    this.#examining = null;
    if (this.#warm) this.keepWarm(true);
    return status;
  }

  /** The supervisor that runs code behind the walls; started when first needed, again where it has ended. */
  async supervisor(): Promise<Supervisor> {
    return this.#supervise((await this.python()).executable);
  }

  /**
   * Whether a box waits with its libraries loaded, from now on and also after the supervisor was started anew. Starts
   * it for that; without an environment nothing waits.
   */
  keepWarm(on: boolean): void {
    this.#warm = on;
    const supervisor = on ? this.supervisor() : this.#supervisor?.started;
    supervisor?.then((one) => this.#tellWarm(one)).catch(() => undefined);
  }

  /** Null where no supervisor runs: then nothing waits. */
  async waiting(): Promise<WaitingBoxes | null> {
    return (await (await this.#supervisor?.started)?.waiting()) ?? null;
  }

  async #tellWarm(supervisor: Supervisor): Promise<void> {
    if (!this.#warm) await supervisor.waiting({ count: 0 });
    else await supervisor.waiting({ count: 1, prefix: (await this.python()).folder });
  }

  /** Tries every wall, unless that was done since the start of this program and `fresh` is not asked for. */
  async doctor(fresh: boolean, language: Language): Promise<DoctorReport> {
    const { doctorReport } = await import("../sandbox/examination/report.ts");
    if (this.#examined && !fresh) return doctorReport(this.#examined, language);
    // Who asks while an examination is under way gets that one: two would differ, and take twice the time.
    const examining = (this.#examining ??= this.#begin());
    const examined = await examining.finally(() => {
      if (this.#examining === examining) this.#examining = null;
    });
    return doctorReport(examined, language);
  }

  /** The examination is kept unless the environment was changed while it ran. */
  #begin(): Promise<Examined> {
    // The supervisor comes up while every file of the environment is looked at; its own faults are met in #examine.
    void expectedPython(this.home)
      .then((python) => (python === null ? null : this.#supervise(python)))
      .catch(() => undefined);
    const examining: Promise<Examined> = checkEnvironment(this.home)
      .then((environment) => this.#examine(environment))
      .then((examined) => {
        // Without a level something was wrong, perhaps for a moment: the next who asks looks again.
        if (this.#examining === examining) {
          this.#examined = examined.examination.level === null ? null : examined;
        }
        return examined;
      });
    return examining;
  }

  /** The walls can be examined before there is an environment: any Python 3.11 runs the launcher. */
  async #examine(environment: EnvironmentStatus): Promise<Examined> {
    const { readMachineFacts } = await import("../sandbox/examination/machine-facts.ts");
    const machine = readMachineFacts();
    const checkedAt = new Date().toISOString();
    let interpreter = environment.executable;
    try {
      interpreter ??= (await findPython()).executable;
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error;
      const problem = { code: error.code, message: error.message, hint: error.hint };
      const examination = { level: null, seconds: 0, walls: [], parts: [], python: null };
      return { examination, environment: { ...environment, ready: false, problem }, machine, checkedAt };
    }
    const supervisor = await this.#supervise(interpreter);
    const examination = await supervisor.doctor(environment.ready ? environment.folder : undefined);
    return { examination, environment, machine, checkedAt };
  }

  #supervise(python: string): Promise<Supervisor> {
    // Who was still looking at the environment when we were closed must not start what nobody would end.
    if (this.#closed) return Promise.reject(closing());
    if (this.#supervisor?.python === python) return this.#supervisor.started;
    const started = this.#endSupervisor().then(() => startSupervisor(python, this.#engine));
    const entry = { python, started };
    this.#supervisor = entry;
    started.then(
      (supervisor) => {
        if (this.#warm) this.#tellWarm(supervisor).catch(() => undefined);
        void supervisor.ended.then(() => {
          if (this.#supervisor === entry) this.#supervisor = null;
        });
      },
      () => {
        if (this.#supervisor === entry) this.#supervisor = null;
      },
    );
    return started;
  }

  async #endSupervisor(): Promise<void> {
    const current = this.#supervisor;
    this.#supervisor = null;
    await current?.started.then(
      (supervisor) => supervisor.close(),
      () => undefined,
    );
  }

  /** Ends the supervisor; from now on none is started. */
  close(): Promise<void> {
    this.#closed = true;
    return this.#endSupervisor();
  }
}

const closing = (): WorkbenchError =>
  new WorkbenchError("interrupted", "The workbench is being closed.", "Start it again.");

/** Loaded when first needed: most commands and windows start without it. */
async function startSupervisor(python: string, engine: Engine | undefined): Promise<Supervisor> {
  const module = await import("../sandbox/supervisor.ts");
  return module.Supervisor.start({ python, ...(engine === undefined ? {} : { engine }) });
}
