/** What the bench of the grader was called with; `grader.bench.ts` says what each means. */
const valueOf = (name: string): string | null => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : (process.argv[at + 1] ?? null);
};
const has = (name: string): boolean => process.argv.includes(name);

export const options = {
  only: valueOf("--only")?.split(",") ?? null,
  kindPrefix: valueOf("--kind") ?? "",
  /** Infinity where nothing was said. */
  minutes: Number(valueOf("--minutes") ?? Number.POSITIVE_INFINITY),
  every: has("--every"),
  keptOnly: has("--kept"),
  write: has("--write"),
  check: has("--check"),
};
