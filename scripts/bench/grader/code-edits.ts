/** Changes of a solution's text that work in any style: at the seams between imports and work, and by whole calls. */

/** Place after the last import at the left margin, and after what it spreads over. */
function afterImports(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => /^(import|from)\s/.test(line));
  if (last < 0 || !(lines[last] ?? "").trimEnd().endsWith("(")) return last + 1;
  const closing = lines.findIndex((line, at) => at > last && line.startsWith(")"));
  return closing < 0 ? last + 1 : closing + 1;
}

/** Statements before the work begins. */
export function withPrelude(solution: string, statements: readonly string[]): string {
  const lines = solution.split("\n");
  return lines.toSpliced(afterImports(lines), 0, "", ...statements, "").join("\n");
}

/** Statements after everything is done. */
export const withEnding = (solution: string, statements: readonly string[]): string =>
  `${solution.trimEnd()}\n\n${statements.join("\n")}\n`;

/** Null where the pattern is not in the code, so that the fault has no place there. */
export const replaced = (solution: string, pattern: RegExp, by: string): string | null =>
  pattern.test(solution) ? solution.replace(pattern, by) : null;

/** The import of a helper taken out of `from mle_bench import ...`, in either layout. */
export const withoutHelper = (solution: string, name: string): string =>
  solution
    .replace(new RegExp(`^(from mle_bench import )(.*\\b)${name}, `, "m"), "$1$2")
    .replace(new RegExp(`^    ${name},\\n`, "m"), "");
