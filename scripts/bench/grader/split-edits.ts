/** Where a solution splits off the fixed test rows, in the ways in which that is written; faults stand before or after. */

export type Split =
  | { readonly parts: 2; readonly train: string; readonly test: string; readonly whole: string }
  | {
      readonly parts: 4;
      readonly xTrain: string;
      readonly xTest: string;
      readonly yTrain: string;
      readonly yTest: string;
      readonly X: string;
      readonly y: string;
    };

interface Found {
  readonly at: number;
  readonly indent: string;
  readonly split: Split;
}

const TWO =
  /^( *)(?!_,)(\w+), (?!_ )(\w+) = (?:fixed_test_split\(([\w.]+)\)|([\w.]+)\.pipe\(fixed_test_split\))$/;
const FOUR = /^( *)(\w+), (\w+), (\w+), (\w+) = fixed_test_split\((.+), (.+), row_ids=.+\)$/;

function splitIn(line: string): Omit<Found, "at"> | null {
  const two = TWO.exec(line);
  if (two !== null) {
    const [, indent = "", train = "", test = "", argument, owner] = two;
    return { indent, split: { parts: 2, train, test, whole: argument ?? owner ?? "" } };
  }
  const four = FOUR.exec(line);
  if (four === null) return null;
  const [, indent = "", xTrain = "", xTest = "", yTrain = "", yTest = "", X = "", y = ""] = four;
  return { indent, split: { parts: 4, xTrain, xTest, yTrain, yTest, X, y } };
}

/** The last one: what stands before it is a copy for the noise or for a look. */
function lastSplit(lines: readonly string[]): Found | null {
  const all = lines.flatMap((line, at) => {
    const found = splitIn(line);
    return found === null ? [] : [{ ...found, at }];
  });
  return all.at(-1) ?? null;
}

/** What to write; `rest` is the code behind the split. Null where nothing fits. */
type Statements = (split: Split, rest: string) => readonly string[] | null;

/** Does the code read the variable? A mutant that sets one that nobody reads has no fault. */
export const reads = (code: string, name: string): boolean =>
  new RegExp(`(?<!["'])\\b${name}\\b(?!["']| *=[^=])`).test(code);

function beside(solution: string, statements: Statements, offset: 0 | 1): string | null {
  const lines = solution.split("\n");
  const found = lastSplit(lines);
  const added = found === null ? null : statements(found.split, lines.slice(found.at + 1).join("\n"));
  return found === null || added === null
    ? null
    : lines.toSpliced(found.at + offset, 0, ...added.map((one) => `${found.indent}${one}`)).join("\n");
}

/** Null where the solution splits in another way, or the statements do not fit. */
export const afterSplit = (solution: string, statements: Statements) => beside(solution, statements, 1);

export const beforeSplit = (solution: string, statements: Statements) => beside(solution, statements, 0);
