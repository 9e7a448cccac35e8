/** Runs the command line as users do, as its own process. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export const repository = join(import.meta.dirname, "..", "..", "..");
const entry = join(repository, "main", "cli", "mlewb.ts");
/** Shared by all, so that each compiles only what none has; the test's own folder stays as the command left it. */
const cache = join(repository, ".cache", "command-line");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MlewbOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that starts it, with its arguments. */
  readonly through?: readonly string[];
}

export function mlewb(words: readonly string[], options: MlewbOptions): Promise<Ended> {
  const [program = "", ...rest] = [...(options.through ?? []), process.execPath, entry, ...words];
  const child = spawn(program, rest, {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: options.home,
      MLEWB_HOME: options.home,
      XDG_CACHE_HOME: cache,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The error of a command that was run with --json; fails where stdout is not exactly one document. */
export const errorIn = (ended: Ended): { code: string; message: string; hint: string } =>
  JSON.parse(ended.stdout).error;
