/**
 * Solutions executed in the real sandbox, each once: what a run left is kept as an exported run, in a folder named by
 * the digest of all that it depends on. So a bench that was stopped goes on, and a second one executes nothing.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gatherEvidence } from "../../../main/core/evidence/gather.ts";
import { grade } from "../../../main/core/grading/grade.ts";
import type { Grader } from "../../../main/core/runs/ports.ts";
import { digestFolder } from "../../../main/core/tasks/digest.ts";
import type { Task } from "../../../main/core/tasks/task.ts";
import { type OpenWorkbench, openWorkbench } from "../../../main/host/open-workbench.ts";
import type { Run } from "../../../preload/contract/run.ts";
import { cache, home, repository } from "./places.ts";

export interface Wanted {
  readonly task: Task;
  readonly variant: number;
  /** Text of solution.py. */
  readonly solution: string;
  readonly verify: "full" | "quick" | "none";
}

const RUN_SECONDS = 3_600;
/** Executions side by side. */
export const LANES = 2;
/** What a run left is graded by the bench, so that the judge is not asked twice. */
const unjudged: Grader = {
  gather: (input) =>
    gatherEvidence(input, () => Promise.resolve({ ok: false, error: "The bench grades what the run left." })),
  grade: (evidence, language) => Promise.resolve(grade(evidence, language)),
};
/** What the solution meets inside the box, and what writes down what it does there. */
const partsOfTheBox = ["recorder", "mle_bench", "lock"];

export class KeptRuns {
  #workbench: OpenWorkbench | null = null;
  readonly #boxDigest: string;
  /** By folder: who wants the same run at the same time waits for the same one. */
  readonly #underWay = new Map<string, Promise<string>>();

  private constructor(boxDigest: string) {
    this.#boxDigest = boxDigest;
  }

  static async open(): Promise<KeptRuns> {
    mkdirSync(join(cache, "runs"), { recursive: true });
    const digests = await Promise.all(
      partsOfTheBox.map((part) =>
        digestFolder(join(repository, "sandbox", part), (name) => !/__pycache__|\.pyc$/.test(name)),
      ),
    );
    return new KeptRuns(digests.join());
  }

  folderOf({ task, variant, solution, verify }: Wanted): string {
    const parts = [this.#boxDigest, task.id, task.digest, String(variant), verify, solution];
    return join(cache, "runs", createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32));
  }

  has(wanted: Wanted): boolean {
    return existsSync(this.folderOf(wanted));
  }

  /** The folder of the exported run; executes the solution where it was not yet. */
  async folder(wanted: Wanted): Promise<string> {
    const kept = this.folderOf(wanted);
    if (existsSync(kept)) return kept;
    const known = this.#underWay.get(kept);
    if (known !== undefined) return known;
    const made = this.#make(wanted, kept).finally(() => this.#underWay.delete(kept));
    this.#underWay.set(kept, made);
    return made;
  }

  async #make(wanted: Wanted, kept: string): Promise<string> {
    const run = await this.#execute(wanted);
    if (run.graderVersion === null) {
      throw new Error(`The run of ${wanted.task.id} ended as ${run.status}: ${run.reason ?? ""}`);
    }
    const made = `${kept}.new`;
    rmSync(made, { recursive: true, force: true });
    const workbench = await this.#opened();
    await workbench.call("runs.export", { id: run.id, out: made });
    renameSync(made, kept);
    // It is kept twice otherwise.
    rmSync(join(home, "runs", run.id), { recursive: true, force: true });
    return kept;
  }

  async close(): Promise<void> {
    await this.#workbench?.close();
    this.#workbench = null;
  }

  async #execute({ task, variant, solution, verify }: Wanted): Promise<Run> {
    const workbench = await this.#opened();
    const folder = mkdtempSync(join(tmpdir(), "mlewb-mutant-"));
    try {
      const script = join(folder, "solution.py");
      writeFileSync(script, solution);
      const { id } = await workbench.call("runs.start", {
        task: task.id,
        agent: `script:${script}`,
        variant,
        verify,
        language: "en",
        repetition: 0,
      });
      return await workbench.call("runs.wait", { id, seconds: RUN_SECONDS });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #opened(): Promise<OpenWorkbench> {
    this.#workbench ??= openWorkbench({ home, runsAtOnce: LANES, grader: unjudged });
    await this.#workbench.ready;
    return this.#workbench;
  }
}

export const readSolution = (path: string): string => readFileSync(path, "utf8");
