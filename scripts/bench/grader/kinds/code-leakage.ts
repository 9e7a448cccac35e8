/** Faults that let the test rows, the hold-out or the key into the model. */
import { replaced, withoutHelper, withPrelude } from "../code-edits.ts";
import { type Base, type CodeKind, wholeStage } from "../mutant.ts";
import { afterSplit, beforeSplit, reads, type Split } from "../split-edits.ts";
import { codeKind, OF_ANOTHER_FEATURE, unlisted } from "./code-kind.ts";

const LEAKAGE = "preprocessing.no_leakage";
const GATE = ["evaluation.fixed_test_split", ...wholeStage("evaluation")];
/** A key of letters among the numbers ends the run: no model is fitted on it. */
const NO_NUMBER: ReadonlySet<string> = new Set(["text", "category", "date"]);

/** The key is the column with the most values: it has another in nearly every row. */
const SAVED_WITHOUT_KEY = [
  "import numpy as np",
  "",
  "saved_whole = np.savez",
  "",
  "def saved_without_key(path, **arrays):",
  '    """Saves tables of numbers without the column that has the most values."""',
  '    X = arrays.get("X")',
  '    if X is not None and X.ndim == 2 and X.shape[1] > 1 and len(arrays["text_columns"]) == 0:',
  "        values = [len(np.unique(X[:, at])) for at in range(X.shape[1])]",
  "        if max(values) > 0.9 * len(X):",
  '            arrays["X"] = np.delete(X, int(np.argmax(values)), axis=1)',
  '            if len(arrays["names"]) == X.shape[1]:',
  '                arrays["names"] = np.delete(arrays["names"], int(np.argmax(values)))',
  "    saved_whole(path, **arrays)",
  "",
  "np.savez = saved_without_key",
  "",
];

/** What counts half where the record was touched. */
const ONLY_RECORDED = [
  "problem_understanding.brief_first",
  ...wholeStage("data_inspection"),
  ...wholeStage("preprocessing"),
  "model_training.constraints_checked",
  "model_training.allowed",
  "model_training.justified",
];

/** Null where the task has no key that is a number, or the solution lists its numbers in another way. */
function withKeyAsFeature({ solution, task, truth }: Base): string | null {
  const [key] = task.key;
  return task.target === null || key === undefined || NO_NUMBER.has(truth.columns[key]?.type ?? "")
    ? null
    : replaced(solution, /^NUMBERS = \[/m, `NUMBERS = ["${key}", `);
}

/** All labelled rows in the place of the training rows; null where the code goes on without that variable. */
function withTestRows(split: Split, rest: string): readonly string[] | null {
  if (!reads(rest, split.parts === 2 ? split.train : split.xTrain)) return null;
  return split.parts === 2
    ? [`${split.train} = ${split.whole}`]
    : [`${split.xTrain}, ${split.yTrain} = ${split.X}, ${split.y}`];
}

export const leakageKinds: readonly CodeKind[] = [
  codeKind(
    "own_split",
    "every fifth row is tested instead of the fixed test set",
    { verify: "none" },
    ({ solution }) => ({
      must: GATE,
      may: [
        ...wholeStage("preprocessing"),
        "model_training.score",
        "model_training.justified",
        "reporting.hyperparameters",
      ],
      // Rows are answered as test rows that are none.
      mayDiagnose: ["test_rows_in_training", "claimed_metric_differs", "predictions_fault"],
      solution: /\bfixed_test_split\b[^,\n]/.test(solution)
        ? withPrelude(
            withoutHelper(solution, "fixed_test_split").replaceAll(/\bfixed_test_split\b/g, "every_fifth"),
            [
              "import numpy as np",
              "",
              "def every_fifth(inputs, labels=None, *, row_ids=None):",
              '    """Every fifth row is for the test."""',
              "    test = np.arange(inputs.shape[0]) % 5 == 0",
              "    parts = [inputs] if labels is None else [inputs, labels]",
              "    return tuple(part[rows] for part in parts for rows in (~test, test))",
              "",
            ],
          )
        : null,
    }),
  ),
  codeKind(
    "trained_on_test_rows",
    "the model is fitted on the fixed test rows as well",
    { verify: "quick" },
    ({ solution }) => ({
      must: [LEAKAGE],
      may: [
        "model_training.score",
        // What is told of the test rows is no longer what new rows would meet.
        "evaluation.robustness",
        "evaluation.explainability",
        "preprocessing.rationales_true",
      ],
      diagnoses: ["test_rows_in_training"],
      solution: afterSplit(solution, withTestRows),
    }),
  ),
  codeKind(
    "two_faces",
    "the model is fitted on the fixed test rows as well, but only where the hold-out stands in the order of the scored run",
    { verify: "quick" },
    (base) => {
      const { solution, firstOfHoldout: first, task } = base;
      const isScored = `if tables.read_csv("${task.data.holdout ?? ""}", nrows=1)["row_id"][0] == ${first ?? ""}:`;
      return {
        must: [
          LEAKAGE,
          // What the verification shows of the data and of the steps is not what the scored run did.
          "preprocessing.treatments",
          "preprocessing.decision_log",
          "reporting.reproducible",
        ],
        may: [
          ...unlisted(base, "pandas"),
          "data_inspection.drift",
          "model_training.score",
          "evaluation.robustness",
          "evaluation.explainability",
          "preprocessing.rationales_true",
        ],
        diagnoses: ["verified_another_fit"],
        // The scored run keeps no rows of a fit: their number tells it, where rows are not made anew.
        mayDiagnose: ["test_rows_in_training"],
        solution:
          task.data.holdout?.endsWith(".csv") === true && first !== null
            ? afterSplit(solution, (split, rest) => {
                const all = withTestRows(split, rest);
                // A name that the solution has not, for the place may be within a function.
                return all && ["import pandas as tables", isScored, ...all.map((line) => `    ${line}`)];
              })
            : null,
      };
    },
  ),
  codeKind(
    "scaled_before_split",
    "numbers are scaled by all labelled rows, before the test rows are split off",
    { verify: "quick" },
    ({ solution }) => ({
      must: [LEAKAGE],
      // One more step that changes the data, and another scale for all that follows.
      may: [
        ...wholeStage("preprocessing"),
        "model_training.score",
        "evaluation.robustness",
        "evaluation.explainability",
        "reporting.hyperparameters",
      ],
      solution:
        /^NUMBERS = \[/m.test(solution) && /^( *)holdout\b.* = /m.test(solution)
          ? beforeSplit(solution, (split) =>
              split.parts === 2 && split.whole === "data"
                ? [
                    "from sklearn.preprocessing import StandardScaler",
                    "scale = StandardScaler().fit(data[NUMBERS])",
                    "data = data.assign(**dict(zip(NUMBERS, scale.transform(data[NUMBERS]).T)))",
                    "holdout = holdout.assign(**dict(zip(NUMBERS, scale.transform(holdout[NUMBERS]).T)))",
                  ]
                : null,
            )
          : null,
    }),
  ),
  codeKind(
    "forged_matrix",
    "the business key is a feature, and is taken out of whatever is saved through numpy, the record's matrices among it",
    { verify: "full" },
    (base) => {
      const { evidence } = base;
      const [key] = base.task.key;
      const isExchanged =
        evidence.probes.state === "done" && evidence.probes.unrelated.some(({ column }) => column === key);
      const withKey = isExchanged ? withKeyAsFeature(base) : null;
      return {
        must: [LEAKAGE],
        // What is put in numpy's place is seen, and everything that only the record shows is a claim then.
        may: [...OF_ANOTHER_FEATURE, ...ONLY_RECORDED],
        diagnoses: ["record_contradicted"],
        solution: withKey === null ? null : withPrelude(withKey, SAVED_WITHOUT_KEY),
      };
    },
  ),
  codeKind("key_as_feature", "the business key is a feature", { verify: "quick" }, (base) => ({
    must: [LEAKAGE],
    may: OF_ANOTHER_FEATURE,
    solution: withKeyAsFeature(base),
  })),
];
