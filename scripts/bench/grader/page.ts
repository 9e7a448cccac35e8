/** docs/grader-validity.md, made of what was measured. */
import type { GraderValidity, Measured } from "../../../preload/contract/validity.ts";
import { mean } from "./tally.ts";

/** The goal of each check and diagnosis, and of their mean. */
export const GOAL = { each: 0.95, mean: 0.98 };

const shown = (value: number | null): string => (value === null ? "-" : value.toFixed(3));
const isShort = (value: number | null): boolean => value !== null && value < GOAL.each;

function line(one: Measured): string {
  const open = [
    ...(one.missedKinds.length > 0 ? [`missed: ${one.missedKinds.join(", ")}`] : []),
    ...(one.falseKinds.length > 0 ? [`false alarm: ${one.falseKinds.join(", ")}`] : []),
    ...(one.concerned === 0 ? ["no mutant concerns it"] : []),
  ];
  const cells = [
    `\`${one.id}\``,
    String(one.concerned),
    String(one.caught),
    String(one.concerned - one.caught),
    String(one.falseAlarms),
    String(one.quiet),
    isShort(one.precision) ? `**${shown(one.precision)}**` : shown(one.precision),
    isShort(one.recall) ? `**${shown(one.recall)}**` : shown(one.recall),
    open.join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

function table(what: string, all: readonly Measured[]): readonly string[] {
  return [
    `| ${what} | concerned | caught | missed | false alarms | quiet | precision | recall | open |`,
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...all.map(line),
  ];
}

/** What keeps the goals from being met; empty where they are. */
export function shortcomings({
  checks,
  diagnoses,
}: Pick<GraderValidity, "checks" | "diagnoses">): readonly string[] {
  const all = [...checks, ...diagnoses];
  const means = [mean(all.map((one) => one.precision)), mean(all.map((one) => one.recall))];
  return [
    ...all.flatMap((one) => [
      ...(isShort(one.precision) ? [`${one.id}: precision ${shown(one.precision)}`] : []),
      ...(isShort(one.recall) ? [`${one.id}: recall ${shown(one.recall)}`] : []),
    ]),
    ...means.flatMap((value, at) =>
      value !== null && value < GOAL.mean
        ? [`mean ${at === 0 ? "precision" : "recall"}: ${shown(value)}`]
        : [],
    ),
  ];
}

/** `left`: names of the solutions that were not measured at all. */
export function pageOf(
  validity: GraderValidity,
  kinds: readonly { readonly id: string; readonly says: string; readonly mutants: number }[],
  { every, left }: { readonly every: boolean; readonly left: readonly string[] },
): string {
  const all = [...validity.checks, ...validity.diagnoses];
  const short = shortcomings(validity);
  const styles = Map.groupBy(validity.bases, ({ task }) => task);
  return `${[
    "# How rightly the grader judges",
    "",
    "Written by `npm run bench grader -- --write`, never by hand. Each mutant is a right solution, or what it left, with one",
    "known fault. What must react stands in the kind, written from the rubric; everything else must not. The grading is the",
    "one of `mlewb grade`, and code is executed in the sandbox.",
    "",
    "Faults of files are planted in every solution. Faults of code (`code.`) are executed in every task that has a place for",
    every
      ? "them, in every style of the task."
      : "them, each in one of the task's styles; the styles take turns. Kinds that go on until a wall are executed in few tasks.",
    "",
    `${validity.date}, commit ${validity.commit}, grader ${validity.graderVersion}: ${validity.mutants} mutants of ${validity.kinds} kinds, ${validity.harmless} of them without a fault, on ${validity.bases.length} solutions.${validity.notExecuted > 0 ? ` ${validity.notExecuted} further mutants, of code or of answers, were not measured.` : ""}`,
    "",
    `Mean precision ${shown(mean(all.map((one) => one.precision)))}, mean recall ${shown(mean(all.map((one) => one.recall)))} (goal ${GOAL.mean}; each at least ${GOAL.each}). ${short.length === 0 ? "The goals are met where there are mutants." : `Not met: ${short.join("; ")}.`}`,
    "",
    ...(validity.notRight.length === 0
      ? []
      : [
          `Left out, because they were not found right or could not be graded whole: ${validity.notRight.map(({ task, style, percent }) => `${task} ${style} (${percent})`).join(", ")}.`,
          "",
        ]),
    ...(left.length === 0 ? [] : [`Not measured at all: ${left.join(", ")}.`, ""]),
    "- **concerned**: mutants whose fault must cost the check points, or must be diagnosed; **caught** and **missed** are its parts.",
    "- **false alarms**: reactions to mutants whose fault does not concern it, points that a fault earned among them; **quiet**: none.",
    "- Precision is caught / (caught + false alarms), recall caught / concerned. A reaction that a fault may have or not counts neither way.",
    "",
    "## Checks",
    "",
    ...table("check", validity.checks),
    "",
    "## Diagnoses",
    "",
    ...table("diagnosis", validity.diagnoses),
    "",
    "## Solutions",
    "",
    "| task | style (percent) |",
    "| --- | --- |",
    ...[...styles].map(
      ([task, all2]) =>
        `| ${task} | ${all2.map(({ style, percent }) => `${style} (${percent})`).join(", ")} |`,
    ),
    "",
    "## Kinds",
    "",
    "| kind | mutants | what is wrong |",
    "| --- | --- | --- |",
    ...kinds.map(({ id, says, mutants }) => `| \`${id}\` | ${mutants} | ${says} |`),
  ].join("\n")}\n`;
}
