import { WorkbenchError } from "../../preload/contract/error.ts";
import type { StepResult } from "./keeper.ts";

const fullDisk =
  /no space left on device|\[errno 28\]|os error 28|disk quota exceeded|\[errno 122\]|os error 122/i;
const changedHash = /hashes? (mismatch|do not match)|do not match the hashes|hash mismatch/i;
const unreachable =
  /could not find a version|no matching distribution|connection|network is unreachable|name resolution|timed out|max retries|proxy/i;

/** Turns the output of a step that failed into an error that names the thing and the way out. */
export function explainFailure(what: string, folder: string, result: StepResult): WorkbenchError {
  const text = result.lines.join("\n");
  const details = { exitCode: result.code, output: result.lines.slice(-40) };
  if (fullDisk.test(text)) return diskFull(folder, details);
  if (changedHash.test(text)) {
    return new WorkbenchError(
      "refused",
      `A downloaded file is not the one that the lock names, so nothing of it was installed. ${lastLine(result.lines, changedHash)}`,
      "Delete the file from the wheelhouse and try again; if it happens again, the index or a proxy changes files.",
      details,
    );
  }
  if (unreachable.test(text)) {
    return new WorkbenchError(
      "environment_missing",
      `${what} failed: a package could not be fetched. ${lastLine(result.lines, unreachable)}`,
      "Check the network and pip's index settings, or put the files into a wheelhouse (MLEWB_WHEELHOUSE or <data folder>/wheelhouse) and try again.",
      details,
    );
  }
  return new WorkbenchError(
    "environment_missing",
    `${what} failed (exit code ${result.code}). ${lastLine(result.lines, /\berror\b/i)}`,
    "Try `mlewb env repair`; the output of the step is in the details.",
    details,
  );
}

const unusable: ReadonlySet<unknown> = new Set(["ENOTDIR", "EEXIST", "EACCES", "EPERM", "EROFS"]);

/** An error of the file system while we write: a full disk or a folder that cannot be used get words, anything else stays as it is. */
export function explainFileError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(folder, {});
  if (!(error instanceof Error) || !unusable.has(code)) return error;
  return new WorkbenchError(
    "refused",
    `The Python environment cannot be made in ${folder}: ${error.message}.`,
    "Choose a data folder that you may write to with --home or MLEWB_HOME.",
    { folder },
  );
}

function diskFull(folder: string, details: Record<string, unknown>): WorkbenchError {
  return new WorkbenchError(
    "disk_full",
    `The disk became full while the Python environment was made in ${folder}.`,
    "Free some room and run the same command again, or choose another data folder with --home or MLEWB_HOME.",
    details,
  );
}

function lastLine(lines: readonly string[], pattern: RegExp): string {
  return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1) ?? "").trim().slice(0, 400);
}
