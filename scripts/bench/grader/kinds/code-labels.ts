/** Faults of labels: as text against numbers, more classes than there are, an encoder that is fitted anew. */
import { withEnding } from "../code-edits.ts";
import { afterSplit } from "../split-edits.ts";
import type { CodeKind } from "../mutant.ts";
import { codeKind, isClassification, unlisted } from "./code-kind.ts";

export const labelKinds: readonly CodeKind[] = [
  codeKind("labels_as_text", "labels as text are compared with a number", { verify: "none" }, (base) => {
    const { target, data } = base.task;
    return target === null || typeof target.positive !== "number" || !data.labelled.endsWith(".csv")
      ? null
      : {
          must: [],
          // Labels as text are changed data, of which no decision speaks.
          may: ["preprocessing.decision_log"],
          diagnoses: ["text_labels"],
          solution: withEnding(base.solution, [
            "import pandas as pd",
            `some = pd.read_csv("${data.labelled}", nrows=200)`,
            `labels = some["${target.column}"].astype(str)`,
            `print("positive", (labels == ${target.positive}).sum())`,
          ]),
        };
  }),
  codeKind(
    "three_classes_of_two",
    "a metric is told of three classes where there are two",
    { verify: "none" },
    (base) => {
      const { target } = base.task;
      return target === null || base.task.taskType !== "binary_classification"
        ? null
        : {
            must: [],
            may: unlisted(base, "sklearn"),
            diagnoses: ["too_many_labels"],
            solution: withEnding(base.solution, [
              "from sklearn.metrics import confusion_matrix",
              "print(confusion_matrix([0, 1, 1], [0, 1, 0], labels=[0, 1, 2]))",
            ]),
          };
    },
  ),
  codeKind(
    "encoder_fitted_twice",
    "an encoder of labels is fitted on the training rows and once more on the test rows",
    { verify: "quick" },
    (base) => {
      const column = base.task.target?.column ?? "";
      return isClassification(base)
        ? {
            must: [],
            // It feeds no model here, but it does stand before it.
            may: ["preprocessing.no_leakage", "preprocessing.decision_log", "reporting.hyperparameters"],
            diagnoses: ["encoder_fitted_twice"],
            solution: afterSplit(base.solution, (split) => [
              "from sklearn.preprocessing import LabelEncoder",
              split.parts === 2
                ? `for part in (${split.train}["${column}"], ${split.test}["${column}"]):`
                : `for part in (${split.yTrain}, ${split.yTest}):`,
              "    print(LabelEncoder().fit(part).classes_)",
            ]),
          }
        : null;
    },
  ),
];
