import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { productLockFolder } from "./lock-set.ts";

const run = promisify(execFile);

const Inspection = z.object({
  version: z.string(),
  implementation: z.string(),
  executable: z.string(),
  standardLibrary: z.string(),
  /** False when the interpreter took a standard library that is not its own. */
  ownLibrary: z.boolean(),
  /** Another user could run it, as the sandbox may have to. */
  readableByOthers: z.boolean(),
  venv: z.boolean(),
  /** The wheel of the pip that comes with it; null where the venv package is not installed. */
  pipWheel: z.string().nullable(),
});
export type FoundPython = z.infer<typeof Inspection>;

/** Where a Python 3.11 may lie, best first. `MLEWB_PYTHON` alone counts when it is set. */
export function pythonCandidates(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (environment["MLEWB_PYTHON"]) return [environment["MLEWB_PYTHON"]];
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = ["python3.11", "python3", "python"].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...new Set(["/usr/bin/python3.11", ...onPath])];
}

/**
 * Finds a CPython 3.11 that can make virtual environments. One that every user may read wins over a private
 * one, because the sandbox may run it as another user.
 * @throws WorkbenchError python_missing, naming each Python seen, what is wrong with it and what to install.
 */
export async function findPython(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<FoundPython> {
  const seen: string[] = [];
  let second: FoundPython | null = null;
  for (const candidate of pythonCandidates(environment)) {
    if (!(await isExecutable(candidate))) continue;
    const python = await inspect(candidate);
    const fault = typeof python === "string" ? python : faultOf(python);
    if (fault !== null || typeof python === "string") {
      seen.push(`${candidate}: ${fault}`);
      continue;
    }
    if (python.readableByOthers) return python;
    second ??= python;
  }
  if (second !== null) return second;
  throw new WorkbenchError(
    "python_missing",
    seen.length === 0 ? "Python 3.11 was not found." : `No usable Python 3.11 was found. ${seen.join("; ")}.`,
    "Install Python 3.11 with its venv module (Debian 12: apt-get install python3.11 python3.11-venv), or name one in MLEWB_PYTHON.",
    { seen },
  );
}

function faultOf(python: FoundPython): string | null {
  if (!python.version.startsWith("3.11.")) return `it is Python ${python.version}, needed is 3.11`;
  if (python.implementation !== "cpython") return `it is ${python.implementation}, needed is CPython`;
  if (!python.ownLibrary) {
    return `it takes its standard library from ${python.standardLibrary}, which is not its own (a folder above it cannot be read)`;
  }
  if (!python.venv || python.pipWheel === null)
    return "it has no venv module (Debian: the package python3.11-venv)";
  return null;
}

async function inspect(path: string): Promise<FoundPython | string> {
  try {
    const script = join(productLockFolder, "inspect_python.py");
    const { stdout } = await run(path, ["-I", "-B", script], {
      timeout: 20_000,
      env: { PATH: process.env["PATH"] },
    });
    return Inspection.parse(JSON.parse(stdout));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return `it does not start (${text
      .split("\n")
      .find((line) => line !== "")
      ?.slice(0, 200)})`;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
