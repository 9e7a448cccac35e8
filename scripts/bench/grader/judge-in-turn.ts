/** One process of the judge that answers what is asked about one run, one question after another (`judge-in-turn.py`). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa, type ResultPromise } from "execa";
import { z } from "zod";
import { JudgeOutput } from "../../../main/core/evidence/judge-output.ts";
import {
  type JudgeAnswer,
  judgeEnvironment,
  type JudgeRequest,
  writeJudgeRequest,
} from "../../../main/core/evidence/run-judge.ts";

const SCRIPT = join(import.meta.dirname, "judge-in-turn.py");
const Line = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), output: JudgeOutput }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

interface Process {
  readonly folder: string;
  readonly child: ResultPromise;
  readonly lines: AsyncIterator<string>;
}

export class JudgeInTurn {
  #process: Process | null = null;
  #last: Promise<unknown> = Promise.resolve();

  ask(python: string, request: JudgeRequest): Promise<JudgeAnswer> {
    const answer = this.#last.then(() => this.#answer(python, request));
    // A question that went wrong is told to who asked it, not to the next.
    this.#last = answer.catch(() => null);
    return answer;
  }

  close(): void {
    if (this.#process === null) return;
    this.#process.child.kill("SIGKILL");
    rmSync(this.#process.folder, { recursive: true, force: true });
    this.#process = null;
  }

  async #answer(python: string, request: JudgeRequest): Promise<JudgeAnswer> {
    this.#process ??= start(python);
    const { folder, child, lines } = this.#process;
    child.stdin?.write(`${await writeJudgeRequest(folder, request)}\n`);
    const { value, done } = await lines.next();
    if (done !== true) return Line.parse(JSON.parse(value));
    const { stderr } = await child;
    this.close();
    return { ok: false, error: `The judge ended: ${String(stderr).slice(-400)}` };
  }
}

function start(python: string): Process {
  const folder = mkdtempSync(join(tmpdir(), "mlewb-judge-"));
  const child = execa(python, ["-I", "-B", SCRIPT], {
    buffer: { stdout: false, stderr: true },
    reject: false,
    extendEnv: false,
    env: judgeEnvironment(folder),
  });
  return { folder, child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}
