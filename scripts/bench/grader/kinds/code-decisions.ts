/** Faults of decisions and of the treatments that they speak of. */
import { replaced, withoutHelper, withPrelude } from "../code-edits.ts";
import type { CodeKind } from "../mutant.ts";
import { codeKind } from "./code-kind.ts";

/** A number of each kind that no column has. */
const FALSE_NUMBERS = { rate: "0.77", skewness: "-41.5", cardinality: "7_654_321", minimum: "-87_654_321.0" };

/** The first number that a decision claims, as a false one. */
function withFalseNumber(solution: string): string | null {
  const begin = solution.search(/\blog_decision\(/);
  if (begin < 0) return null;
  const claimed = /^( +)(rate|skewness|cardinality|minimum)=[^\n]+$/m;
  const [before, after] = [solution.slice(0, begin), solution.slice(begin)];
  return replaced(after, claimed, "$1$2=FALSE,") === null
    ? null
    : before +
        after.replace(
          claimed,
          (_, indent: string, name: keyof typeof FALSE_NUMBERS) => `${indent}${name}=${FALSE_NUMBERS[name]},`,
        );
}

export const decisionKinds: readonly CodeKind[] = [
  codeKind("decisions_unlogged", "no decision is logged", { verify: "quick" }, ({ solution }) => ({
    must: ["preprocessing.decision_log", "preprocessing.rationales_true"],
    may: ["preprocessing.treatments"],
    solution: /\blog_decision\(/.test(solution)
      ? withPrelude(withoutHelper(solution, "log_decision").replaceAll(/\blog_decision\b/g, "unlogged"), [
          "",
          "def unlogged(*_, **__):",
          '    """Says nothing."""',
          "",
        ])
      : null,
  })),
  codeKind(
    "rationale_false",
    "a rationale claims another number than the data has",
    { verify: "quick" },
    ({ solution }) => ({
      must: ["preprocessing.rationales_true"],
      solution: withFalseNumber(solution),
    }),
  ),
  codeKind(
    "indicator_left_out",
    "missing values that say something get the median alone",
    { verify: "quick" },
    ({ solution }) => ({
      must: ["preprocessing.treatments", "reporting.hyperparameters"],
      may: ["model_training.score", "preprocessing.decision_log", "evaluation.robustness"],
      solution: replaced(solution, /add_indicator=True/g, "add_indicator=False"),
    }),
  ),
  codeKind("duplicates_kept", "repeated rows are kept", { verify: "quick" }, ({ solution, task }) => ({
    must: ["preprocessing.treatments"],
    may: [
      "model_training.score",
      "preprocessing.decision_log",
      "preprocessing.rationales_true",
      "evaluation.robustness",
      // A history that holds rows twice is none that the data tell: its columns stay unexplained.
      ...(task.history.length === 0 ? [] : ["preprocessing.no_leakage"]),
    ],
    // A rule selects both of two equal rows.
    mayDiagnose: ["selection_fault"],
    // A solution that looks after itself would end there.
    solution: replaced(
      solution.replaceAll(/^ *assert [^\n]*is_unique\n/gm, ""),
      /^( *)(\w+) = \2\.drop_duplicates\([^\n]*\)$/m,
      "$1print(len($2))",
    ),
  })),
];
