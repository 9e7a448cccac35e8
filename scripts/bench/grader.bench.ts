/**
 * Measured validity of the grader: one known fault at a time is planted in right solutions, and what reacts is compared
 * with what the rubric says must react. Nothing that was executed once is executed again (`grader/kept-runs.ts`), so it
 * can be stopped and goes on.
 *
 * Faults of files are planted in every solution. Faults of code are executed, each in every task that has a place for
 * it, in one of the task's styles (`grader/sampling.ts`); `--every` takes all styles.
 *
 * `--only` takes several names with commas between, in their order: TASK or TASK/STYLE; `--kind PREFIX` measures a part.
 * `--minutes N` begins no execution of a mutant after so long. `--kept` executes nothing and asks the judge nothing new
 * of a mutant. `--check` fails where a goal is not met or something was left out; `--write` puts it into
 * docs/grader-validity.md and the scorecard's file.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GraderValidity } from "../../preload/contract/validity.ts";
import { rules } from "../../main/core/grading/diagnoses/diagnose.ts";
import { graderVersion } from "../../main/core/grading/grader-version.ts";
import type { Grading } from "../../main/core/grading/grade.ts";
import { loadTask } from "../../main/core/tasks/catalogue.ts";
import type { Task } from "../../main/core/tasks/task.ts";
import { ahead } from "./grader/ahead.ts";
import { type BaseSolution, baseSolutions } from "./grader/bases.ts";
import { GradedRun } from "./grader/graded-run.ts";
import { KeptResults } from "./grader/kept-results.ts";
import { KeptRuns, LANES, readSolution, type Wanted } from "./grader/kept-runs.ts";
import { codeKinds } from "./grader/kinds/all-code.ts";
import { fileKinds } from "./grader/kinds/all-files.ts";
import { type Base, everyCheck, type Expected, type PlantedInCode } from "./grader/mutant.ts";
import { pageOf, shortcomings } from "./grader/page.ts";
import { home, page, repository, validityFile } from "./grader/places.ts";
import { NotRemembered } from "./grader/remembered-judge.ts";
import { reactionsOf } from "./grader/reactions.ts";
import { sampled } from "./grader/sampling.ts";
import { type Judged, tally } from "./grader/tally.ts";

const python = process.env["MLEWB_BENCH_PYTHON"] ?? "";
const valueOf = (name: string): string | null => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
};
const only = valueOf("--only")?.split(",") ?? null;
const kindPrefix = valueOf("--kind") ?? "";
const keptOnly = process.argv.includes("--kept");
const every = process.argv.includes("--every");
const minutes = Number(valueOf("--minutes") ?? Number.POSITIVE_INFINITY);
const began = Date.now();
const commit =
  git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes");
const minutesGone = (): number => (Date.now() - began) / 60_000;
const ruleNames = rules.map(({ rule }) => rule);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Runs that are begun before their turn, so that both lanes work while one of them is slow. */
const AHEAD = 3 * LANES;

/** A mutant of code, and the grading of the right solution that it is compared with. */
interface InCode extends PlantedInCode {
  readonly kind: string;
  readonly task: string;
  readonly style: string;
  readonly wanted: Wanted;
  readonly was: Grading;
  /** How the scored run must end. */
  readonly ends: string;
}

const judged: Judged[] = [];
const bases: { task: string; style: string; percent: number }[] = [];
/** Solutions that the grader does not find right, or could not grade whole: what falls there says nothing. */
const notRight: { task: string; style: string; percent: number }[] = [];
/** Percent from which a solution counts as right. */
const RIGHT = 95;
let notExecuted = 0;

mkdirSync(home, { recursive: true });
if (!existsSync(join(home, "python"))) symlinkSync(dirname(dirname(dirname(python))), join(home, "python"));
const runs = await KeptRuns.open();
try {
  const all = await baseSolutions();
  const named = (name: string) =>
    all.filter(({ task, style }) => name === task || name === `${task}/${style}`);
  const planted: InCode[] = [];
  for await (const { item, result } of ahead(
    only === null ? all : only.flatMap(named),
    AHEAD,
    async (solution) => {
      const wanted = await wantedOf(solution);
      return { wanted, folder: await folderOf(wanted) };
    },
  )) {
    if (result.folder === null) say(`${item.task}/${item.style}: not executed yet`);
    else planted.push(...(await measureFiles(item, result.wanted, result.folder)));
    publish();
  }
  await measureCode(
    sampled(planted, {
      every,
      atMost: Object.fromEntries(codeKinds.flatMap(({ id, atMost }) => (atMost ? [[id, atMost]] : []))),
    }),
  );
} finally {
  await runs.close();
}

async function wantedOf({ task, path }: BaseSolution): Promise<Wanted & { readonly task: Task }> {
  return { task: await loadTask(task), variant: 0, solution: readSolution(path), verify: "full" };
}

/** Null where it was not executed and may not be, or where no run came about. */
async function folderOf(wanted: Wanted, mayExecute = !keptOnly): Promise<string | null> {
  if (!runs.has(wanted) && !mayExecute) return null;
  try {
    return await runs.folder(wanted);
  } catch (error) {
    say(`  ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Faults in what a right solution left; what is planted in its code is given back for later. */
async function measureFiles(
  { task, style }: BaseSolution,
  wanted: Wanted,
  folder: string,
): Promise<readonly InCode[]> {
  const since = Date.now();
  let mayAsk = true;
  const run = await GradedRun.open(folder, () => mayAsk);
  try {
    const base = await run.base(style);
    mayAsk = !keptOnly;
    const { complete, percent } = base.grading;
    if (!complete || percent < RIGHT) {
      say(
        `${task}/${style}: ${percent} percent, ${complete ? "" : "not "}complete: nothing is planted in it`,
      );
      for (const check of lostIn(base.grading)) say(`  ${check}`);
      notRight.push({ task, style, percent });
      return [];
    }
    bases.push({ task, style, percent });
    const keptResults = await KeptResults.open(run, wanted.task.digest);
    const known = kindPrefix === "" ? keptResults.read() : null;
    const begun = judged.length;
    const openBefore = notExecuted;
    judged.push(...(known ?? []));
    for (const kind of known === null ? fileKinds : []) {
      if (!kind.id.startsWith(kindPrefix)) continue;
      for (const { files, which, ...expected } of kind.plant(base)) {
        const graded = await run.withFiles(files).catch(notRemembered);
        if (graded === null) notExecuted += 1;
        else note({ kind: kind.id, which, task, style, was: base.grading }, expected, graded.grading, false);
      }
    }
    if (known === null && kindPrefix === "" && notExecuted === openBefore) {
      keptResults.write(judged.slice(begun));
    }
    say(
      `${task}/${style}: ${percent} percent, ${judged.length - begun} mutants of files, ${Math.round((Date.now() - since) / 1000)} s`,
    );
    return inCode(base, wanted);
  } finally {
    run.close();
  }
}

function inCode(base: Base, wanted: Wanted): readonly InCode[] {
  return codeKinds.flatMap((kind) =>
    kind.id.startsWith(kindPrefix)
      ? kind.plant(base).map((one) => ({
          ...one,
          kind: kind.id,
          task: base.task.id,
          style: base.style,
          wanted: { ...wanted, solution: one.solution, verify: kind.verify },
          was: base.grading,
          ends: kind.ends ?? "finished",
        }))
      : [],
  );
}

async function measureCode(mutants: readonly InCode[]): Promise<void> {
  const open = mutants.filter(({ wanted }) => !runs.has(wanted)).length;
  say(`${mutants.length} mutants of code, ${open} of them not executed yet`);
  let left = mutants.length;
  for await (const { item, result } of ahead(mutants, AHEAD, ({ wanted }) =>
    folderOf(wanted, !keptOnly && minutesGone() < minutes),
  )) {
    left -= 1;
    if (result === null) {
      notExecuted += 1;
      continue;
    }
    const run = await GradedRun.open(result);
    try {
      if (run.status === item.ends) note(item, item, (await run.asItIs()).grading, true);
      else {
        // Another fault than the planted one: it says nothing of the grader, and is for the kind to mend.
        say(`  BROKEN ${item.task}/${item.style} ${item.kind}: ${run.status}: ${run.lastWords}`);
        notExecuted += 1;
      }
    } finally {
      run.close();
    }
    if (left % 20 === 0) {
      publish();
      say(`${left} mutants of code are left, ${Math.round(minutesGone())} minutes gone`);
    }
  }
}

function lostIn(grading: Grading): readonly string[] {
  return grading.stages
    .flatMap(({ checks }) => checks)
    .filter(({ status }) => status !== "passed" && status !== "not_applicable")
    .map(({ id: check, status, message }) => `${check}: ${status}: ${message.slice(0, 300)}`);
}

function notRemembered(error: unknown): null {
  if (error instanceof NotRemembered) return null;
  throw error;
}

function note(
  { kind, which, task, style, was }: Pick<InCode, "kind" | "which" | "task" | "style" | "was">,
  expected: Expected,
  grading: Grading,
  rerun: boolean,
): void {
  const reactions = reactionsOf(was, grading, expected, { rules: ruleNames, rerun });
  judged.push({ kind, which, task, style, reactions });
  for (const { of, outcome } of reactions) {
    if (outcome !== "missed" && outcome !== "false_alarm") continue;
    const message =
      grading.stages.flatMap((stage) => stage.checks).find((check) => check.id === of)?.message ??
      grading.diagnoses.find(({ rule }) => rule === of)?.message;
    const what = outcome === "missed" ? "MISSED" : "FALSE ALARM";
    say(`  ${what} ${task}/${style} ${kind} ${which}: ${of}: ${(message ?? "").slice(0, 300)}`);
  }
}

const { page: text, short } = publish();
console.log(text);
if (process.argv.includes("--check") && (short.length > 0 || notExecuted > 0 || notRight.length > 0)) {
  process.exitCode = 1;
}
console.log(short.length === 0 ? "The goals are met." : `The goals are not met: ${short.join("; ")}.`);

/** The page of what was measured so far; with --write it and the scorecard's file are written. */
function publish(): { readonly page: string; readonly short: readonly string[] } {
  const measured = tally(judged, { checks: everyCheck, rules: ruleNames });
  const kinds = [...fileKinds, ...codeKinds]
    .map(({ id, says }) => ({ id, says, mutants: judged.filter((one) => one.kind === id).length }))
    .filter(({ mutants }) => mutants > 0);
  const validity: GraderValidity = {
    schema: 1,
    date: new Date().toISOString().slice(0, 10),
    commit,
    graderVersion,
    mutants: judged.length,
    kinds: kinds.length,
    harmless: judged.filter(({ kind }) => kind.startsWith("harmless.")).length,
    bases,
    notRight,
    notExecuted,
    ...measured,
  };
  const shown = pageOf(validity, kinds, every);
  if (process.argv.includes("--write")) {
    writeFileSync(page, shown);
    writeFileSync(validityFile, `${JSON.stringify(validity, null, 2)}\n`);
  }
  return { page: shown, short: shortcomings(measured) };
}

function git(...words: string[]): string {
  try {
    return execFileSync("git", words, { cwd: repository, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
