/**
 * Measured validity of the grader: one known fault at a time is planted in right solutions, and what reacts is compared
 * with what the rubric says must react. Nothing that was executed once is executed again (`grader/kept-runs.ts`), so it
 * can be stopped and goes on.
 *
 * `--only` takes several names with commas between, in their order. `--check` fails where a goal is not met or something was left out; `--write` puts it into docs/grader-validity.md and the scorecard's file; `--only TASK` or `--only TASK/STYLE` and
 * `--kind PREFIX` measure a part; `--kept` executes nothing and asks the judge
 * nothing new of a mutant.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GraderValidity } from "../../preload/contract/validity.ts";
import { rules } from "../../main/core/grading/diagnoses/diagnose.ts";
import { graderVersion } from "../../main/core/grading/grader-version.ts";
import { loadTask } from "../../main/core/tasks/catalogue.ts";
import { type BaseSolution, baseSolutions } from "./grader/bases.ts";
import { GradedRun } from "./grader/graded-run.ts";
import { KeptResults } from "./grader/kept-results.ts";
import { KeptRuns, readSolution } from "./grader/kept-runs.ts";
import { codeKinds } from "./grader/kinds/all-code.ts";
import { fileKinds } from "./grader/kinds/all-files.ts";
import { type Base, everyCheck, type Expected } from "./grader/mutant.ts";
import { pageOf, shortcomings } from "./grader/page.ts";
import { home, page, repository, validityFile } from "./grader/places.ts";
import { NotRemembered } from "./grader/remembered-judge.ts";
import { reactionsOf } from "./grader/reactions.ts";
import { type Judged, tally } from "./grader/tally.ts";

const python = process.env["MLEWB_BENCH_PYTHON"] ?? "";
const valueOf = (name: string): string | null => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
};
const only = valueOf("--only")?.split(",") ?? null;
const kindPrefix = valueOf("--kind") ?? "";
const keptOnly = process.argv.includes("--kept");
const ruleNames = rules.map(({ rule }) => rule);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

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
  for (const solution of only === null ? all : only.flatMap(named)) {
    await measure(solution);
    publish();
  }
} finally {
  await runs.close();
}

async function measure({ task: id, style, path }: BaseSolution): Promise<void> {
  const began = Date.now();
  const task = await loadTask(id);
  const wanted = { task, variant: 0, solution: readSolution(path), verify: "full" as const };
  if (keptOnly && !runs.has(wanted)) {
    say(`${id}/${style}: not executed yet`);
    return;
  }
  let mayAsk = true;
  const run = await GradedRun.open(await runs.folder(wanted), () => mayAsk);
  try {
    const base = await run.base(style);
    mayAsk = !keptOnly;
    const { complete, percent } = base.grading;
    if (!complete || percent < RIGHT) {
      say(`${id}/${style}: ${percent} percent, ${complete ? "" : "not "}complete: nothing is planted in it`);
      for (const check of lostIn(base.grading)) say(`  ${check}`);
      notRight.push({ task: id, style, percent });
      return;
    }
    bases.push({ task: id, style, percent: base.grading.percent });
    let mutants = 0;
    const keptResults = await KeptResults.open(run, task.digest);
    const known = kindPrefix === "" ? keptResults.read() : null;
    judged.push(...(known ?? []));
    mutants += known?.length ?? 0;
    const begun = judged.length;
    const openBefore = notExecuted;
    for (const kind of known === null ? fileKinds : []) {
      if (!kind.id.startsWith(kindPrefix)) continue;
      for (const { files, which, ...expected } of kind.plant(base)) {
        const graded = await run.withFiles(files).catch(notRemembered);
        if (graded === null) {
          notExecuted += 1;
          continue;
        }
        note(base, kind.id, which, expected, graded.grading, false);
        mutants += 1;
      }
    }
    if (known === null && kindPrefix === "" && notExecuted === openBefore)
      keptResults.write(judged.slice(begun));
    for (const kind of codeKinds) {
      if (!kind.id.startsWith(kindPrefix)) continue;
      for (const { solution, which, ...expected } of kind.plant(base)) {
        const mutant = { task, variant: 0, solution, verify: kind.verify };
        if (keptOnly && !runs.has(mutant)) {
          notExecuted += 1;
          continue;
        }
        if (!runs.has(mutant)) say(`  ${id}/${style}: ${kind.id} ${which} is executed`);
        const mutated = await GradedRun.open(await runs.folder(mutant));
        try {
          const { grading } = await mutated.asItIs();
          note(base, kind.id, which, expected, grading, true);
        } finally {
          mutated.close();
        }
        mutants += 1;
      }
    }
    say(
      `${id}/${style}: ${base.grading.percent} percent, ${mutants} mutants, ${Math.round((Date.now() - began) / 1000)} s`,
    );
  } finally {
    run.close();
  }
}

const lostIn = (grading: Base["grading"]): readonly string[] =>
  grading.stages
    .flatMap(({ checks }) => checks)
    .filter(({ status }) => status !== "passed" && status !== "not_applicable")
    .map(({ id: check, status, message }) => `${check}: ${status}: ${message.slice(0, 300)}`);

function notRemembered(error: unknown): null {
  if (error instanceof NotRemembered) return null;
  throw error;
}

function note(
  base: Base,
  kind: string,
  which: string,
  expected: Expected,
  grading: Base["grading"],
  rerun: boolean,
): void {
  const reactions = reactionsOf(base.grading, grading, expected, { rules: ruleNames, rerun });
  judged.push({ kind, which, task: base.task.id, style: base.style, reactions });
  for (const { of, outcome } of reactions) {
    if (outcome === "missed" || outcome === "false_alarm") {
      const message = grading.stages
        .flatMap((stage) => stage.checks)
        .find((check) => check.id === of)?.message;
      say(
        `  ${outcome === "missed" ? "MISSED" : "FALSE ALARM"} ${base.task.id}/${base.style} ${kind} ${which}: ${of}: ${(message ?? "").slice(0, 300)}`,
      );
    }
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
    commit: git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes"),
    graderVersion,
    mutants: judged.length,
    kinds: kinds.length,
    harmless: judged.filter(({ kind }) => kind.startsWith("harmless.")).length,
    bases,
    notRight,
    notExecuted,
    ...measured,
  };
  if (process.argv.includes("--write")) {
    writeFileSync(page, pageOf(validity, kinds));
    writeFileSync(validityFile, `${JSON.stringify(validity, null, 2)}\n`);
  }
  return { page: pageOf(validity, kinds), short: shortcomings(measured) };
}

function git(...words: string[]): string {
  try {
    return execFileSync("git", words, { cwd: repository, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
