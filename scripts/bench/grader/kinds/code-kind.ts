/** What kinds of faults in code are made of. */
import type { Base, CodeKind, PlantedInCode } from "../mutant.ts";

type Changed = Omit<PlantedInCode, "solution" | "which"> & { readonly solution: string | null };
type Options = Pick<CodeKind, "verify"> & Partial<Pick<CodeKind, "ends" | "atMost">>;

/** A kind with one place at most in a solution; null where this code has none. */
export const codeKind = (
  id: string,
  says: string,
  options: Options,
  plant: (base: Base) => Changed | null,
): CodeKind => ({
  id: `code.${id}`,
  says,
  ...options,
  plant: (base) => {
    const planted = plant(base);
    return planted === null || planted.solution === null
      ? []
      : [{ ...planted, which: "", solution: planted.solution }];
  },
});

/** A package that the solution does not import itself is not in its list: the list lacks it then. */
export const unlisted = ({ solution }: Base, ...packages: readonly string[]): readonly string[] =>
  packages.every((name) => new RegExp(`^(import|from) ${name}\\b`, "m").test(solution))
    ? []
    : ["reporting.environment"];

/** What one feature more may touch. */
export const OF_ANOTHER_FEATURE = [
  "model_training.score",
  "preprocessing.treatments",
  "preprocessing.decision_log",
  "evaluation.robustness",
  "evaluation.explainability",
];

/** Statements whose error is caught and told nobody. */
export const swallowed = (error: string, ...statements: readonly string[]): readonly string[] => [
  "try:",
  ...statements.map((statement) => `    ${statement}`),
  `except ${error}:`,
  "    pass",
];

/** An expression that reads a few of the labelled rows, whatever they are kept in; it needs pandas as pd and os. */
export const fewRows = ({ task }: Base): string =>
  task.data.labelled.endsWith(".csv")
    ? `pd.read_csv("${task.data.labelled}", nrows=5)`
    : `open(os.path.join("/tmp/mle_data", "${task.data.labelled}"), "rb").read()`;

export const READING = ["import os", "import pandas as pd"];

export const isClassification = ({ task }: Base): boolean => task.taskType.endsWith("classification");

/** Rows of the labelled table; 0 where it is none. */
export const labelledRows = ({ data }: Base): number => data?.rowIds.length ?? 0;
