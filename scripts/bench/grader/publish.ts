/** The page of what was measured so far; where it is to be written, with the scorecard's file. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { GraderValidity } from "../../../preload/contract/validity.ts";
import { rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { graderVersion } from "../../../main/core/grading/grader-version.ts";
import { codeKinds } from "./kinds/all-code.ts";
import { fileKinds } from "./kinds/all-files.ts";
import { everyCheck } from "./mutant.ts";
import { options } from "./options.ts";
import { pageOf, shortcomings } from "./page.ts";
import { page, repository, validityFile } from "./places.ts";
import { type Judged, tally } from "./tally.ts";

export interface Found {
  /** Every solution that there is. */
  readonly solutions: readonly { readonly task: string; readonly style: string }[];
  readonly judged: Judged[];
  readonly bases: { task: string; style: string; percent: number }[];
  /** Solutions that the grader does not find right, or could not grade whole: what falls there says nothing. */
  readonly notRight: { task: string; style: string; percent: number }[];
  notExecuted: number;
}

export const ruleNames = rules.map(({ rule }) => rule);

// Asked at the start: what is written changes files itself.
const commit =
  git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes");

export function publish({ solutions, judged, bases, notRight, notExecuted }: Found): {
  readonly page: string;
  readonly short: readonly string[];
  /** Names of the solutions that were not measured at all. */
  readonly left: readonly string[];
} {
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
  const looked = new Set([...bases, ...notRight].map(({ task, style }) => `${task} ${style}`));
  const left = solutions.map(({ task, style }) => `${task} ${style}`).filter((name) => !looked.has(name));
  const shown = pageOf(validity, kinds, { every: options.every, left });
  if (options.write) {
    writeFileSync(page, shown);
    writeFileSync(validityFile, `${JSON.stringify(validity, null, 2)}\n`);
  }
  return { page: shown, short: shortcomings(measured), left };
}

function git(...words: string[]): string {
  try {
    return execFileSync("git", words, { cwd: repository, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
