/** An exported run through the real reading and grading, as it is and with other files in its report folder. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Evidence } from "../../../main/core/evidence/evidence.ts";
import {
  gatherEvidence,
  type Judging,
  readReportFolder,
  readVariantOf,
  type VariantRead,
} from "../../../main/core/evidence/gather.ts";
import { grade, type Grading } from "../../../main/core/grading/grade.ts";
import { type Gradable, gradableExport } from "../../../main/core/runs/grade-again.ts";
import type { GradeInput } from "../../../main/core/runs/ports.ts";
import { Machine } from "../../../main/host/machine.ts";
import { sandboxBox } from "../../../main/host/sandbox-box.ts";
import { taskSource } from "../../../main/host/task-source.ts";
import type { Base, Json, PlantedInFiles } from "./mutant.ts";
import { JudgeInTurn } from "./judge-in-turn.ts";
import { home } from "./places.ts";
import { rememberedJudge } from "./remembered-judge.ts";
import { isObject } from "./report-edits.ts";

const python = process.env["MLEWB_BENCH_PYTHON"] ?? "";
const signal = new AbortController().signal;
/** Data that a kept run was made with are made again in a data folder that never saw the run. */
const machine = new Machine(home);
export const closeMachine = (): Promise<void> => machine.close();
const ports = {
  tasks: taskSource(home, sandboxBox(machine)),
  python: () => Promise.resolve({ executable: python, folder: dirname(dirname(python)) }),
};

export interface Graded {
  readonly evidence: Evidence;
  readonly grading: Grading;
}

/** One exported run, opened for grading. */
export class GradedRun {
  /** Of the folder: the digest of all that the run depended on. */
  readonly name: string;
  readonly #gradable: Gradable;
  readonly #judge: JudgeInTurn;
  readonly #judging: Judging;
  /** Of millions of rows reading takes most of the time, and no mutant changes them. */
  #variant: Promise<VariantRead> | null = null;
  #gathered: Evidence | null = null;

  private constructor(name: string, gradable: Gradable, judge: JudgeInTurn, judging: Judging) {
    this.name = name;
    this.#gradable = gradable;
    this.#judge = judge;
    this.#judging = judging;
  }

  /** `mayAsk`: whether the judge may be asked what it has not said before. */
  static async open(folder: string, mayAsk: () => boolean = () => true): Promise<GradedRun> {
    const judge = new JudgeInTurn();
    const judging = await rememberedJudge(basename(folder), judge, mayAsk);
    return new GradedRun(basename(folder), await gradableExport(folder, ports, signal), judge, judging);
  }

  get solution(): string {
    return readFileSync(join(this.#gradable.input.folders.solution, "solution.py"), "utf8");
  }

  get status(): string {
    return this.#gradable.run.status;
  }

  /** The end of what the run said. */
  get lastWords(): string {
    const log = this.#gradable.input.folders.log;
    return existsSync(log) ? readFileSync(log, "utf8").slice(-400).replaceAll("\n", " | ") : "";
  }

  async asItIs(): Promise<Graded> {
    const graded = await this.#graded(this.#gradable.input);
    this.#gathered = graded.evidence;
    return graded;
  }

  /**
   * The same run as it would have been graded with fewer verification executions: what is read of those cannot be
   * compared with a run that was left without them.
   */
  async withVerification(verify: "full" | "quick" | "none"): Promise<Graded> {
    const { probes: _, ...quick } = this.#gradable.input;
    if (verify === "full") return this.#graded(this.#gradable.input);
    return this.#graded(verify === "quick" ? quick : { ...quick, verification: { kind: "skipped" } });
  }

  /** The report folders of both executions with other files, as a solution would have left them that has the fault. */
  async withFiles(files: PlantedInFiles["files"]): Promise<Graded> {
    const { input } = this.#gradable;
    const room = mkdtempSync(join(tmpdir(), "mlewb-mutant-"));
    try {
      const report = copyWith(input.folders.report, join(room, "report"), files);
      const again = input.folders.verification.report;
      const verification = existsSync(again) ? copyWith(again, join(room, "verification"), files) : again;
      const changed: GradeInput = {
        ...input,
        folders: {
          ...input.folders,
          report,
          verification: { ...input.folders.verification, report: verification },
        },
        scored: without(input.scored, files),
        verification:
          input.verification.kind === "done"
            ? { ...input.verification, execution: without(input.verification.execution, files) }
            : input.verification,
      };
      return (await this.#onlyReportChanged(files, changed)) ?? (await this.#graded(changed));
    } finally {
      rmSync(room, { recursive: true, force: true });
    }
  }

  /**
   * Where the files change nothing that is joined with labels or read by the judge (answers, decisions), only the report
   * folder is read again; all else is what was gathered before. Null where they do.
   */
  async #onlyReportChanged(files: PlantedInFiles["files"], input: GradeInput): Promise<Graded | null> {
    const before = this.#gathered;
    const answers = Object.keys(files).some((path) => path.endsWith(".csv"));
    if (before === null || answers) return null;
    const left = await readReportFolder(input);
    if (!hasSameDecisions(left.report, before.report)) return null;
    const { verification } = before;
    const evidence: Evidence = {
      ...before,
      ...left,
      verification:
        verification.state === "done"
          ? {
              ...verification,
              findings: left.report.view.findings,
              files: verification.files.filter((path) => files[path] !== null),
            }
          : verification,
    };
    return { evidence, grading: grade(evidence, "en") };
  }

  close(): void {
    this.#judge.close();
    this.#gradable.remove();
  }

  async base(style: string): Promise<Base> {
    const { input } = this.#gradable;
    const { evidence, grading } = await this.asItIs();
    const files = filesOf(input.folders.report);
    const report: unknown = JSON.parse(files.get("report.json")?.toString("utf8") ?? "{}");
    const { truth, data } = evidence;
    const json: Json = isObject(report) ? report : {};
    return {
      task: input.task,
      style,
      truth,
      data,
      solution: this.solution,
      firstOfHoldout: firstRowId(input.data.public, input.task.data.holdout),
      files,
      report: json,
      evidence,
      grading,
    };
  }

  async #graded(input: GradeInput): Promise<Graded> {
    this.#variant ??= readVariantOf(input);
    const variant = this.#variant;
    const evidence = await gatherEvidence(input, this.#judging, () => variant);
    return { evidence, grading: grade(evidence, "en") };
  }
}

/** What the judge reads of a report that is no strict JSON is for it to say. */
function hasSameDecisions(is: Evidence["report"], was: Evidence["report"]): boolean {
  const [now, before] = [is.view.decisions, was.view.decisions].map((decisions) => JSON.stringify(decisions));
  const isStrict = is.state !== "absent" && is.faults.length === 0;
  return now === before && (isStrict || was.view.decisions.length === 0);
}

/** Of the first row as the scored run meets it; null where there is no such table. */
function firstRowId(folder: string, name: string | null): number | null {
  if (name?.endsWith(".csv") !== true) return null;
  const [header = "", first = ""] = readFileSync(join(folder, name), "utf8").split(/\r?\n/, 2);
  const cell = first.split(",")[header.split(",").indexOf("row_id")];
  return cell === undefined || !/^\d+$/.test(cell) ? null : Number(cell);
}

/** What an execution left, without the files that are taken away. */
const without = (execution: GradeInput["scored"], files: PlantedInFiles["files"]): GradeInput["scored"] => ({
  ...execution,
  artifacts: execution.artifacts.filter(({ path }) => files[path] !== null),
});

function copyWith(from: string, to: string, files: PlantedInFiles["files"]): string {
  cpSync(from, to, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(to, name);
    if (content === null) rmSync(path, { force: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }
  return to;
}

function filesOf(folder: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return new Map(
    paths.flatMap((path) => {
      const full = join(folder, path);
      return statSync(full).isFile() ? [[path, readFileSync(full)] as const] : [];
    }),
  );
}
