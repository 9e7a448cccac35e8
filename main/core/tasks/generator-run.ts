/** One run of a generator: what it is given, and what every way of running it asks of its files. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { WorkbenchError } from "../../../preload/contract/error.ts";

export interface GeneratorRun {
  readonly task: string;
  /** Holds `generator.py`. */
  readonly taskFolder: string;
  /** Holds `generation/`, which all generators share. */
  readonly sharedFolder: string;
  readonly variant: number;
  /** An empty folder of our own. */
  readonly scratch: string;
  readonly timeoutSeconds: number;
  /** Other seeds, time zone and locale than usual: none of them may change a byte. */
  readonly disturbed?: boolean;
  readonly signal?: AbortSignal;
}

/** A variant of millions of rows takes half a minute alone and ten times as long on a machine that is busy. */
export const generationSeconds = 600;

/** Makes the generated files of one variant and returns their folder. */
export type RunGenerator = (run: GeneratorRun) => Promise<string>;

/** `stderr`: what the generator printed last, for whoever looks for the line. */
export const generationFailed = (run: GeneratorRun, why: string, stderr = ""): WorkbenchError =>
  new WorkbenchError(
    "task_invalid",
    `Variant ${run.variant} of ${run.task} could not be generated: ${why}.`,
    `Look at tasks/${run.task}/generator.py; nothing was kept of this attempt.`,
    { task: run.task, variant: run.variant, stderr: stderr.slice(-4000) },
  );

/** @throws WorkbenchError task_invalid */
export async function requireBothFolders(run: GeneratorRun, out: string): Promise<void> {
  const made = existsSync(out) ? (await readdir(out)).toSorted().join(", ") : "";
  if (made !== "private, public") {
    throw generationFailed(run, `it made ${made || "nothing"} instead of private, public`);
  }
}
