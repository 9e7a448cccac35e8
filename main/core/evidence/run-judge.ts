/** Runs the Python judge as a child process: it reads hostile files, so time and output are bounded. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { markOfThisCore } from "../../process/child-environment.ts";
import { JudgeOutput } from "./judge-output.ts";

const JUDGE = join(import.meta.dirname, "..", "..", "..", "sandbox", "judge", "__main__.py");
/** A table of millions of rows on a busy machine takes minutes; a hostile file must not take for ever. */
const SECONDS = 600;
const MAX_OUTPUT = 64_000_000;

export interface JudgeExecution {
  readonly evidence: string;
  readonly report: string;
  readonly log: string;
}

export interface JudgeRequest {
  readonly solution: string;
  readonly entry: string;
  readonly public: string;
  readonly private: string;
  readonly target: string | null;
  readonly positive: string | number | boolean | null;
  readonly scored: JudgeExecution;
  readonly verification: (JudgeExecution & { readonly public: string }) | null;
  readonly identifiers: readonly string[];
  readonly groups: readonly string[];
  /** How far ahead in steps of the data, and which columns name the series; null where nothing is forecast. */
  readonly forecast: {
    readonly horizon: number;
    readonly time: string;
    readonly series: readonly string[];
  } | null;
}

export type JudgeAnswer =
  | { readonly ok: true; readonly output: JudgeOutput }
  | { readonly ok: false; readonly error: string };

/** Writes what is asked into a folder of ours and gives back where. */
export async function writeJudgeRequest(folder: string, request: JudgeRequest): Promise<string> {
  const file = join(folder, "request.json");
  await writeFile(file, JSON.stringify({ schema: 1, ...request }), { mode: 0o600 });
  return file;
}

/** Nothing of ours but the mark by which a lost child is found; one thread. */
export const judgeEnvironment = (folder: string): Readonly<Record<string, string>> => ({
  ...markOfThisCore(),
  LC_ALL: "C.UTF-8",
  PATH: "/usr/bin:/bin",
  TMPDIR: folder,
  OMP_NUM_THREADS: "1",
  OPENBLAS_NUM_THREADS: "1",
});

export async function runJudge(
  python: string,
  request: JudgeRequest,
  signal: AbortSignal,
): Promise<JudgeAnswer> {
  const folder = await mkdtemp(join(tmpdir(), "mlewb-judge-"));
  try {
    const file = await writeJudgeRequest(folder, request);
    const { stdout } = await execa(python, ["-I", "-B", JUDGE, file], {
      timeout: SECONDS * 1000,
      maxBuffer: MAX_OUTPUT,
      cancelSignal: signal,
      extendEnv: false,
      env: judgeEnvironment(folder),
      stdin: "ignore",
    });
    return { ok: true, output: JudgeOutput.parse(JSON.parse(stdout)) };
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: message.slice(0, 500) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
