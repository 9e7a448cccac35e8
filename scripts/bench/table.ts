/** What every bench shares: medians, the table that is printed, and its place in docs/bench.md. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";

export interface Row {
  readonly what: string;
  /** In words; null where the row is there to compare with. */
  readonly goal: string | null;
  readonly measured: string;
  readonly spread: string;
  /** Null: no goal, or not measured here. */
  readonly met: boolean | null;
}

const repository = join(import.meta.dirname, "..", "..");
const page = join(repository, "docs", "bench.md");

export const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

export function median(values: readonly number[]): number {
  const all = sorted(values);
  const middle = all.length >> 1;
  const upper = all[middle] ?? Number.NaN;
  return all.length % 2 === 1 ? upper : ((all[middle - 1] ?? upper) + upper) / 2;
}

/** Least and most of them, written by `show`. */
export const spread = (values: readonly number[], show: (value: number) => string): string =>
  values.length === 0 ? "-" : `${show(Math.min(...values))} to ${show(Math.max(...values))}`;

export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString("en")} ms`;

/** A row of times in milliseconds, met where their median is under `goal`. */
export const timedRow = (what: string, values: readonly number[], goal: number | null): Row => ({
  what,
  goal: goal === null ? null : `under ${milliseconds(goal)}`,
  measured: milliseconds(median(values)),
  spread: spread(values, milliseconds),
  met: goal === null ? null : median(values) < goal,
});

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function markdown(rows: readonly Row[]): string {
  return [
    line(["what", "goal", "median", "least to most", "goal met"]),
    line(["---", "---", "---", "---", "---"]),
    ...rows.map(({ what, goal, measured, spread: around, met }) =>
      line([what, goal ?? "-", measured, around, met === null ? "-" : met ? "yes" : "**no**"]),
    ),
  ].join("\n");
}

/** Prints the table of one part of a bench; with --write it replaces the part's section in docs/bench.md. */
export function publish(
  bench: string,
  part: string,
  title: string,
  rows: readonly Row[],
  notes: readonly string[],
): void {
  const name = `${bench}-${part}`;
  const commit =
    git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes");
  const machine = `${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${Math.round(totalmem() / 1e9)} GB, Linux ${release()}`;
  const body = [
    `## ${title}`,
    "",
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${machine}. Load average: ${loadavg()[0]?.toFixed(1)}${process.argv.includes("--ahead") ? ", run before what else runs there (nice -15)" : ""}. Written by \`npm run bench ${bench} -- --write\`.`,
    "",
    markdown(rows),
    "",
    ...notes.map((note) => `- ${note}`),
  ]
    .join("\n")
    .trimEnd();
  console.log(`\n${body}\n`);
  if (!process.argv.includes("--write")) return;
  const begin = `<!-- bench:${name} -->`;
  const end = `<!-- /bench:${name} -->`;
  const section = `${begin}\n${body}\n${end}`;
  const text = existsSync(page)
    ? readFileSync(page, "utf8")
    : "# Measured\n\nBy `npm run bench`, on the machine and the commit that each section names; the goals are the workbench's own. Each section\nis written by its command (`-- --write`), never by hand.\n";
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  writeFileSync(
    page,
    from >= 0 && to > from
      ? text.slice(0, from) + section + text.slice(to + end.length)
      : `${text.trimEnd()}\n\n${section}\n`,
  );
  console.log(`docs/bench.md: the section "${name}" was written.`);
}

function git(...words: string[]): string {
  try {
    return execFileSync("git", words, { cwd: repository, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

export function repeats(standard: number): number {
  const at = process.argv.indexOf("--repeat");
  const asked = at < 0 ? Number.NaN : Number(process.argv[at + 1]);
  return Number.isInteger(asked) && asked > 0 ? asked : standard;
}
