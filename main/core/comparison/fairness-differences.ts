/** What must be equal for two scores to be comparable. Each thing that is not is named with both values. */
import type { Run } from "../../../preload/contract/index.ts";

type Difference = { what: string; a: string; b: string };

const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? "-" : String(value);

/** Walls that bound what the code may use; the mechanism decides whether memory and CPU figures are comparable. */
const wallOf = (run: Run, name: string): string => {
  const wall = run.sandbox.walls.find((candidate) => candidate.wall === name);
  return wall === undefined ? "-" : `${text(wall.effective)} (${wall.by})`;
};

/** Which checks were left out of a grading: two percents over different checks are not the same measure. */
const leftOut = (run: Run): string =>
  run.stages
    .flatMap((stage) => stage.checks)
    .filter((check) => check.status === "not_evaluated")
    .map((check) => check.id)
    .toSorted()
    .join(", ");

export const fairnessDifferences = (a: Run, b: Run): Difference[] => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ["task", a.task.id, b.task.id],
    ["task_version", a.task.version, b.task.version],
    ["task_digest", a.task.digest, b.task.digest],
    ["variant", text(a.variant), text(b.variant)],
    ["language", a.language, b.language],
    ["grader_version", text(a.graderVersion), text(b.graderVersion)],
    ["checks_not_evaluated", leftOut(a), leftOut(b)],
    ["sandbox_level", text(a.sandbox.level), text(b.sandbox.level)],
    ["wall_clock", wallOf(a, "wall_clock"), wallOf(b, "wall_clock")],
    ["memory", wallOf(a, "memory"), wallOf(b, "memory")],
    ["cpu", wallOf(a, "cpu"), wallOf(b, "cpu")],
    ["threads", text(a.resources?.threads), text(b.resources?.threads)],
  ];
  return pairs
    .filter(([, left, right]) => left !== right)
    .map(([what, left, right]) => ({ what, a: left, b: right }));
};
