/** Metrics of scores: areas under the ROC and the precision-recall curve, and the log loss. */
import type { Labels } from "./classes.ts";
import { ratio } from "./confusion.ts";

/** Chance that a positive row has the higher score; ties count half. Null where one class is absent. */
export function rocAuc(truth: Labels, scores: readonly number[], positive: string): number | null {
  const order = scores.map((_, at) => at).toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let positives = 0;
  let rankSum = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && scores[order[end] ?? 0] === scores[order[start] ?? 0]) {
      end += 1;
    }
    const rank = (start + 1 + end) / 2;
    for (const row of order.slice(start, end)) {
      if (truth[row] === positive) {
        positives += 1;
        rankSum += rank;
      }
    }
    start = end;
  }
  const negatives = truth.length - positives;
  return positives === 0 || negatives === 0
    ? null
    : (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** Sum over thresholds of precision times the gain in recall. Null without a positive row. */
export function averagePrecision(truth: Labels, scores: readonly number[], positive: string): number | null {
  const order = scores.map((_, at) => at).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const positives = truth.filter((label) => label === positive).length;
  if (positives === 0) {
    return null;
  }
  let found = 0;
  let area = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    let gained = 0;
    while (end < order.length && scores[order[end] ?? 0] === scores[order[start] ?? 0]) {
      gained += truth[order[end] ?? 0] === positive ? 1 : 0;
      end += 1;
    }
    found += gained;
    area += ratio(found, end) * (gained / positives);
    start = end;
  }
  return area;
}

/** Mean negative log-likelihood of two classes; probabilities are kept 1e-15 away from 0 and 1. */
export function logLoss(truth: Labels, scores: readonly number[], positive: string): number {
  const EDGE = 1e-15;
  const total = truth.reduce((loss, label, at) => {
    const probability = Math.min(1 - EDGE, Math.max(EDGE, scores[at] ?? 0));
    return loss - Math.log(label === positive ? probability : 1 - probability);
  }, 0);
  return ratio(total, truth.length);
}
