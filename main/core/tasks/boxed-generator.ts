/**
 * Runs a task's generator in the sandbox. A generator may come from a stranger, so it gets what a solution gets: no
 * network, no other program, walls of time and memory, and only what it leaves in its own folder is collected, through
 * descriptors, after it has ended.
 */
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { Box } from "../runs/ports.ts";
import type { Execution } from "../runs/run-store.ts";
import { type GeneratorRun, generationFailed, requireBothFolders } from "./generator-run.ts";
import { generationFolder } from "./task-files.ts";

const gigabyte = 1_000_000_000;
/** Of a generator: what it holds in memory, with the files that it writes there before they are collected. */
const memoryBytes = 3 * gigabyte;
const fileBytes = gigabyte;
const cores = 1;

/** What differs between machines and must change nothing. The hash seed is another one in every process anyway. */
const disturbance = `import random
import time

import numpy

os.environ["TZ"] = "Pacific/Kiritimati"
time.tzset()
for name in ("LANG", "LC_ALL", "LANGUAGE"):
    os.environ[name] = "tr_TR.UTF-8"
random.seed(4242)
numpy.random.seed(4242)
os.chdir("/tmp")
`;

/** Starts `run.py` as the workbench does outside: the generator and the folder that it writes are its arguments. */
const program = (variant: number, disturbed: boolean): string => `import os
import sys
from pathlib import Path

${disturbed ? disturbance : ""}here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
out = os.path.join(os.environ["REPORT_DIR"], "variant")
sys.argv = ["run.py", str(here / "generator.py"), "--variant", "${variant}", "--out", out]
from generation import run

sys.exit(run.main())
`;

/**
 * Makes the generated files of one variant and returns their folder.
 * @throws WorkbenchError task_invalid (the generator failed, ran too long, took too much), interrupted, and whatever the
 *   box throws
 */
export async function generateInBox(run: GeneratorRun, box: Box): Promise<string> {
  const solution = join(run.scratch, "program");
  const data = join(run.scratch, "data");
  const report = join(run.scratch, "report");
  for (const folder of [solution, data, report]) await mkdir(folder);
  await copyPrograms(run, solution);
  const execution = await box.run(
    {
      solution,
      data,
      taskId: run.task,
      seed: 0,
      limits: { wallSeconds: run.timeoutSeconds, memoryBytes, cores },
      shownLimits: null,
      collected: { fileBytes, totalBytes: 2 * fileBytes, scratchBytes: 2 * fileBytes },
      recorder: "off",
      log: join(run.scratch, "log.txt"),
      report,
      evidence: null,
      minLevel: null,
      masked: [],
    },
    { signal: run.signal ?? new AbortController().signal, onResources: () => undefined },
  );
  const why = whyFailed(execution, run);
  if (why !== null) throw why;
  const beside = (await readdir(report)).filter((name) => name !== "variant");
  if (beside.length > 0)
    throw generationFailed(run, `the generator left ${beside.join(", ")} outside its folder`);
  const out = join(report, "variant");
  await requireBothFolders(run, out);
  return out;
}

async function copyPrograms(run: GeneratorRun, solution: string): Promise<void> {
  await writeFile(join(solution, "solution.py"), program(run.variant, run.disturbed ?? false));
  await cp(join(run.taskFolder, "generator.py"), join(solution, "generator.py"));
  await cp(join(run.sharedFolder, generationFolder), join(solution, generationFolder), {
    recursive: true,
    filter: (path) => !path.endsWith("__pycache__"),
  });
}

function whyFailed(execution: Execution, run: GeneratorRun): WorkbenchError | null {
  const { status, skipped, stderr } = execution;
  const lastLine = stderr.trim().split("\n").at(-1) ?? "";
  switch (status) {
    case "finished": {
      const [first] = skipped;
      return first === undefined
        ? null
        : generationFailed(run, `${first.path} was not collected: ${first.reason}`);
    }
    case "cancelled":
      return new WorkbenchError("interrupted", "Stopped while the data was being generated.", "", {
        task: run.task,
        variant: run.variant,
      });
    case "timeout":
      return generationFailed(
        run,
        `the generator ran longer than ${run.timeoutSeconds} seconds and was ended`,
      );
    case "out_of_memory":
      return generationFailed(run, `the generator took more than ${memoryBytes / gigabyte} GB of memory`);
    case "infrastructure":
      return new WorkbenchError(
        "sandbox_unavailable",
        `The sandbox failed while the data of ${run.task} was being generated: ${execution.reason ?? "no reason"}.`,
        "Run `mlewb doctor`.",
        { task: run.task, variant: run.variant },
      );
    default:
      return generationFailed(run, lastLine || (execution.reason ?? status), stderr);
  }
}
