/** The data folder that `--home DIR` or `--home=DIR` names on the command line; null where none does. */
export function homeArgument(words: readonly string[]): string | null {
  const at = words.findIndex((word) => word === "--home" || word.startsWith("--home="));
  const word = words[at];
  if (word === undefined) return null;
  const named = word === "--home" ? words[at + 1] : word.slice("--home=".length);
  return named === undefined || named === "" ? null : named;
}
