import { WorkbenchError } from "../../preload/contract/error.ts";
import type { DoctorReport, EnvironmentProgress, EnvironmentStatus } from "../../preload/contract/index.ts";
import type { PythonEnvironment } from "../core/runs/ports.ts";
import { checkEnvironment, createEnvironment, findPython } from "../python/environment.ts";
import type { Supervisor } from "../sandbox/supervisor.ts";

/** What of this computer a run needs: the managed Python and the walls. Needs no database. */
export class Machine {
  readonly home: string;
  #python: PythonEnvironment | null = null;
  #supervisor: { readonly python: string; readonly started: Promise<Supervisor> } | null = null;
  #doctor: DoctorReport | null = null;
  #closed = false;

  constructor(home: string) {
    this.home = home;
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
    this.#doctor = null;
    return status;
  }

  /** The supervisor that runs code behind the walls; started when first needed, again where it has ended. */
  async supervisor(): Promise<Supervisor> {
    return this.#supervise((await this.python()).executable);
  }

  async doctor(fresh: boolean): Promise<DoctorReport> {
    if (this.#doctor && !fresh) return this.#doctor;
    const status = await checkEnvironment(this.home);
    const python: DoctorReport["python"] = {
      ready: status.ready,
      executable: status.executable,
      version: status.python,
      detail: status.problem?.message ?? "All packages are there in the versions of the lock.",
      fix: status.problem?.hint ?? null,
    };
    const report = await this.#examine(status.executable, status.ready ? status.folder : null, python);
    // Without a level something was wrong, perhaps for a moment: the next who asks looks again.
    this.#doctor = report.level === null ? null : report;
    return report;
  }

  /** The walls can be examined before there is an environment: any Python 3.11 runs the launcher. */
  async #examine(
    executable: string | null,
    folder: string | null,
    python: DoctorReport["python"],
  ): Promise<DoctorReport> {
    const checkedAt = new Date().toISOString();
    let interpreter = executable;
    try {
      interpreter ??= (await findPython()).executable;
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error;
      const missing = { ...python, detail: error.message, fix: error.hint };
      return { level: null, seconds: 0, walls: [], python: missing, checkedAt };
    }
    const supervisor = await this.#supervise(interpreter);
    const { level, seconds, walls } = await supervisor.doctor(folder ?? undefined);
    return { level, seconds, walls: [...walls], python, checkedAt };
  }

  #supervise(python: string): Promise<Supervisor> {
    // Who was still looking at the environment when we were closed must not start what nobody would end.
    if (this.#closed) return Promise.reject(closing());
    if (this.#supervisor?.python === python) return this.#supervisor.started;
    const started = this.#endSupervisor().then(() => startSupervisor(python));
    const entry = { python, started };
    this.#supervisor = entry;
    started.then(
      (supervisor) => {
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
async function startSupervisor(python: string): Promise<Supervisor> {
  const module = await import("../sandbox/supervisor.ts");
  return module.Supervisor.start({ python });
}
