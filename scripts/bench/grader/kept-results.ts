/** What was found of the mutants of one run's files, by everything that it depends on: run, task, judge, grader, kinds. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { digestFolder } from "../../../main/core/tasks/digest.ts";
import type { GradedRun } from "./graded-run.ts";
import { cache, repository } from "./places.ts";
import type { Judged } from "./tally.ts";

const Results = z.array(
  z.object({
    kind: z.string(),
    which: z.string(),
    task: z.string(),
    style: z.string(),
    reactions: z.array(
      z.object({
        of: z.string(),
        isDiagnosis: z.boolean(),
        outcome: z.enum(["caught", "missed", "false_alarm", "quiet"]),
      }),
    ),
  }),
);

/** Folders whose code decides what comes out. */
const DECIDING = [
  ["main", "core", "grading"],
  ["main", "core", "evidence"],
  ["pipelines"],
  ["sandbox", "judge"],
  ["scripts", "bench", "grader"],
] as const;

export class KeptResults {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  static async open(run: GradedRun, taskDigest: string): Promise<KeptResults> {
    const digests = await Promise.all(
      DECIDING.map((parts) => digestFolder(join(repository, ...parts), (name) => /\.(ts|py)$/.test(name))),
    );
    const key = createHash("sha256")
      .update([run.name, taskDigest, ...digests].join())
      .digest("hex");
    mkdirSync(join(cache, "results"), { recursive: true });
    return new KeptResults(join(cache, "results", `${key.slice(0, 32)}.json`));
  }

  read(): readonly Judged[] | null {
    return existsSync(this.#file) ? Results.parse(JSON.parse(readFileSync(this.#file, "utf8"))) : null;
  }

  write(judged: readonly Judged[]): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify(judged));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
