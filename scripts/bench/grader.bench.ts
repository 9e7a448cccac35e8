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
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Grading } from "../../main/core/grading/grade.ts";
import { loadTask } from "../../main/core/tasks/catalogue.ts";
import type { Task } from "../../main/core/tasks/task.ts";
import { ahead } from "./grader/ahead.ts";
import { type BaseSolution, baseSolutions } from "./grader/bases.ts";
import { closeMachine, GradedRun } from "./grader/graded-run.ts";
import { KeptResults } from "./grader/kept-results.ts";
import { KeptRuns, LANES, readSolution, type Wanted } from "./grader/kept-runs.ts";
import { codeKinds } from "./grader/kinds/all-code.ts";
import { fileKinds } from "./grader/kinds/all-files.ts";
import type { Base, CodeKind, Expected, PlantedInCode } from "./grader/mutant.ts";
import { home } from "./grader/places.ts";
import { options } from "./grader/options.ts";
import { type Found, publish, ruleNames } from "./grader/publish.ts";
import { NotRemembered } from "./grader/remembered-judge.ts";
import { reactionsOf } from "./grader/reactions.ts";
import { sampled } from "./grader/sampling.ts";

const python = process.env["MLEWB_BENCH_PYTHON"] ?? "";
const { only, kindPrefix, keptOnly, every, minutes } = options;
const began = Date.now();
const minutesGone = (): number => (Date.now() - began) / 60_000;
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

const all = await baseSolutions();
const found: Found = { solutions: all, judged: [], bases: [], notRight: [], notExecuted: 0 };
/** Percent from which a solution counts as right. */
const RIGHT = 95;

mkdirSync(home, { recursive: true });
if (!existsSync(join(home, "python"))) symlinkSync(dirname(dirname(dirname(python))), join(home, "python"));
const runs = await KeptRuns.open();
try {
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
    else {
      planted.push(
        ...(await measureFiles(item, result.wanted, result.folder).catch((error: unknown) => {
          say(`${item.task}/${item.style}: ${messageOf(error)}`);
          found.notRight.push({ task: item.task, style: item.style, percent: 0 });
          return [];
        })),
      );
    }
    publish(found);
  }
  await measureCode(
    sampled(planted, {
      every,
      atMost: Object.fromEntries(codeKinds.flatMap(({ id, atMost }) => (atMost ? [[id, atMost]] : []))),
    }),
  );
} finally {
  await runs.close();
  await closeMachine();
}

async function wantedOf({ task, path }: BaseSolution): Promise<Wanted & { readonly task: Task }> {
  return { task: await loadTask(task), variant: 0, solution: readSolution(path), verify: "full" };
}

/** Null where it was not executed and may not be, or where no run came about. */
async function folderOf(wanted: Wanted, mayExecute = !keptOnly): Promise<string | null> {
  const { task } = wanted;
  if (!runs.has(wanted) && !mayExecute) return null;
  try {
    return await runs.folder(wanted);
  } catch (error) {
    say(`  ${task.id}: ${messageOf(error)}`);
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
      found.notRight.push({ task, style, percent });
      return [];
    }
    found.bases.push({ task, style, percent });
    const keptResults = await KeptResults.open(run, wanted.task.digest);
    const known = kindPrefix === "" ? keptResults.read() : null;
    const begun = found.judged.length;
    const openBefore = found.notExecuted;
    found.judged.push(...(known ?? []));
    for (const kind of known === null ? fileKinds : []) {
      if (!kind.id.startsWith(kindPrefix)) continue;
      for (const { files, which, ...expected } of kind.plant(base)) {
        const graded = await run.withFiles(files).catch(notRemembered);
        if (graded === null) found.notExecuted += 1;
        else note({ kind: kind.id, which, task, style, was: base.grading }, expected, graded.grading, false);
      }
    }
    if (known === null && kindPrefix === "" && found.notExecuted === openBefore) {
      keptResults.write(found.judged.slice(begun));
    }
    say(
      `${task}/${style}: ${percent} percent, ${found.judged.length - begun} mutants of files, ${Math.round((Date.now() - since) / 1000)} s`,
    );
    // What the right solution itself gets with less verification is asked for in any case.
    mayAsk = true;
    return await inCode(run, base, wanted);
  } finally {
    run.close();
  }
}

async function inCode(run: GradedRun, base: Base, wanted: Wanted): Promise<readonly InCode[]> {
  const planted = codeKinds
    .filter(({ id }) => id.startsWith(kindPrefix))
    .flatMap((kind) => kind.plant(base).map((one) => ({ kind, one })));
  // Like with like: a run that did not finish loses what rests on a verification, any other mutant has as much of it.
  const verifyOf = ({ ends, verify }: CodeKind): CodeKind["verify"] => (ends === undefined ? verify : "full");
  const gradings = new Map<string, Grading>([["full", base.grading]]);
  for (const verify of new Set(planted.map(({ kind }) => verifyOf(kind)))) {
    if (!gradings.has(verify)) gradings.set(verify, (await run.withVerification(verify)).grading);
  }
  return planted.map(({ kind, one }) => ({
    ...one,
    kind: kind.id,
    task: base.task.id,
    style: base.style,
    wanted: { ...wanted, solution: one.solution, verify: kind.verify },
    was: gradings.get(verifyOf(kind)) ?? base.grading,
    ends: kind.ends ?? "finished",
  }));
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
      found.notExecuted += 1;
      continue;
    }
    const broken = await measureRun(item, result).catch(messageOf);
    if (broken !== null) {
      // Nothing of it is counted: it says nothing of the grader, and is for the kind or for us to mend.
      say(`  BROKEN ${item.task}/${item.style} ${item.kind}: ${broken}`);
      found.notExecuted += 1;
    }
    if (left % 20 === 0) {
      publish(found);
      say(`${left} mutants of code are left, ${Math.round(minutesGone())} minutes gone`);
    }
  }
}

/** Why it cannot be counted; null where it was. */
async function measureRun(mutant: InCode, folder: string): Promise<string | null> {
  const run = await GradedRun.open(folder);
  try {
    // A run that ends in another way has another fault than the planted one.
    if (run.status !== mutant.ends) return `${run.status}: ${run.lastWords}`;
    const { evidence, grading } = await run.asItIs();
    if (evidence.judge === null) return "the judge could not be asked";
    note(mutant, mutant, grading, true);
    return null;
  } finally {
    run.close();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
  found.judged.push({ kind, which, task, style, reactions });
  for (const { of, outcome } of reactions) {
    if (outcome !== "missed" && outcome !== "false_alarm") continue;
    const message =
      grading.stages.flatMap((stage) => stage.checks).find((check) => check.id === of)?.message ??
      grading.diagnoses.find(({ rule }) => rule === of)?.message;
    const what = outcome === "missed" ? "MISSED" : "FALSE ALARM";
    say(`  ${what} ${task}/${style} ${kind} ${which}: ${of}: ${(message ?? "").slice(0, 300)}`);
  }
}

const { page: text, short, left } = publish(found);
console.log(text);
const leftOut = found.notExecuted + found.notRight.length + left.length;
if (options.check && short.length + leftOut > 0) process.exitCode = 1;
console.log(short.length === 0 ? "The goals are met." : `The goals are not met: ${short.join("; ")}.`);
