/** Metrics of class predictions, computed independently of scikit-learn and equal to its defaults. */
import { confusion, ratio } from "./confusion.ts";

export type Labels = readonly string[];
/** Null where the row has no prediction: it counts as wrong. */
export type Predicted = readonly (string | null)[];

export function accuracy(truth: Labels, predicted: Predicted): number {
  return ratio(truth.filter((label, at) => label === predicted[at]).length, truth.length);
}

export function precision(truth: Labels, predicted: Predicted, positive: string): number {
  const counts = confusion(truth, predicted, positive);
  return ratio(counts.truePositive, counts.truePositive + counts.falsePositive);
}

export function recall(truth: Labels, predicted: Predicted, positive: string): number {
  const counts = confusion(truth, predicted, positive);
  return ratio(counts.truePositive, counts.truePositive + counts.falseNegative);
}

export function f1(truth: Labels, predicted: Predicted, positive: string): number {
  const counts = confusion(truth, predicted, positive);
  return ratio(
    2 * counts.truePositive,
    2 * counts.truePositive + counts.falsePositive + counts.falseNegative,
  );
}

/** Mean over the classes that occur in truth or prediction. */
export function macro(
  metric: (truth: Labels, predicted: Predicted, positive: string) => number,
  truth: Labels,
  predicted: Predicted,
): number {
  const classes = [...new Set([...truth, ...predicted.filter((label) => label !== null)])];
  return ratio(
    classes.reduce((total, label) => total + metric(truth, predicted, label), 0),
    classes.length,
  );
}
