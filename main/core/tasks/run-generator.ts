/** Runs a task's generator as a child process of the managed Python. */
import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { markOfThisCore } from "../../process/child-environment.ts";
import { generationFolder } from "./task-files.ts";

export interface GeneratorRun {
  /** Executable of the managed Python. */
  readonly python: string;
  readonly tasksFolder: string;
  readonly task: string;
  readonly variant: number;
  /** An empty folder of our own; the variant is made in `variant` below it. */
  readonly scratch: string;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal;
}

const keptErrorBytes = 16_384;

/**
 * Makes the generated files of one variant and returns their folder.
 * @throws WorkbenchError task_invalid (the generator failed, ran too long or wrote elsewhere), interrupted,
 *   python_missing.
 */
export async function runGenerator(run: GeneratorRun): Promise<string> {
  const out = join(run.scratch, "variant");
  const failed = (why: string): WorkbenchError =>
    new WorkbenchError(
      "task_invalid",
      `Variant ${run.variant} of ${run.task} could not be generated: ${why}.`,
      `Look at tasks/${run.task}/generator.py; nothing was kept of this attempt.`,
      { task: run.task, variant: run.variant },
    );
  const end = await runChild(run, out);
  if (run.signal?.aborted) {
    throw new WorkbenchError("interrupted", "Stopped while the data was being generated.", "", {
      task: run.task,
      variant: run.variant,
    });
  }
  switch (end.kind) {
    case "not_started":
      throw new WorkbenchError(
        "python_missing",
        `The managed Python does not start: ${end.why}.`,
        "Make it anew: mlewb env create --repair.",
        { python: run.python },
      );
    case "timeout":
      throw failed(`the generator ran longer than ${run.timeoutSeconds} seconds and was ended`);
    case "exit":
      if (end.code !== 0) throw failed(end.lastLine || `the generator ended with ${end.code ?? end.signal}`);
  }
  const beside = (await readdir(run.scratch)).filter((name) => name !== basename(out));
  if (beside.length > 0) throw failed(`the generator left ${beside.join(", ")} outside its folder`);
  const made = (await readdir(out)).toSorted().join(", ");
  if (made !== "private, public") throw failed(`it made ${made || "nothing"} instead of private, public`);
  return out;
}

type End =
  | {
      readonly kind: "exit";
      readonly code: number | null;
      readonly signal: string | null;
      readonly lastLine: string;
    }
  | { readonly kind: "timeout" }
  | { readonly kind: "not_started"; readonly why: string };

function runChild(run: GeneratorRun, out: string): Promise<End> {
  const script = join(run.tasksFolder, generationFolder, "run.py");
  const generator = join(run.tasksFolder, run.task, "generator.py");
  return new Promise((resolve) => {
    const child = spawn(
      run.python,
      ["-I", "-B", script, generator, "--variant", String(run.variant), "--out", out],
      {
        cwd: run.scratch,
        // Nothing of ours gets in: no key, no locale, no time zone, no hash seed.
        env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", ...markOfThisCore() },
        stdio: ["ignore", "ignore", "pipe"],
        // Its own process group, so that whatever it starts ends with it.
        detached: true,
      },
    );
    let errors = "";
    let timedOut = false;
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // Ended by itself in the meantime.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      kill();
    }, run.timeoutSeconds * 1000);
    run.signal?.addEventListener("abort", kill, { once: true });
    const settle = (end: End): void => {
      clearTimeout(timer);
      run.signal?.removeEventListener("abort", kill);
      resolve(end);
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-keptErrorBytes);
    });
    child.on("error", (error) => settle({ kind: "not_started", why: error.message }));
    child.on("close", (code, signal) => {
      const lastLine = errors.trim().split("\n").at(-1) ?? "";
      settle(timedOut ? { kind: "timeout" } : { kind: "exit", code, signal, lastLine });
    });
    // An abort that came before the listener stood.
    if (run.signal?.aborted) kill();
  });
}
