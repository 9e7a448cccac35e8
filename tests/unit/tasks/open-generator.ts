/** Runs a generator without a sandbox: for tests of what is done with its files, not of how it is held. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  type RunGenerator,
  generationFailed,
  requireBothFolders,
} from "../../../main/core/tasks/generator-run.ts";

/** `python`: an executable with numpy. */
export const openGenerator =
  (python: string): RunGenerator =>
  async (run) => {
    const out = join(run.scratch, "variant");
    const script = join(run.sharedFolder, "generation", "run.py");
    const given = [
      "-I",
      "-B",
      script,
      join(run.taskFolder, "generator.py"),
      "--variant",
      String(run.variant),
    ];
    await promisify(execFile)(python, [...given, "--out", out], {
      cwd: run.scratch,
      signal: run.signal,
      timeout: run.timeoutSeconds * 1000,
    }).catch((error: unknown) => {
      throw generationFailed(run, error instanceof Error ? error.message : String(error));
    });
    await requireBothFolders(run, out);
    return out;
  };
