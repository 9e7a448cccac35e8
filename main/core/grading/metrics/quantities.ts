/** Metrics of numeric predictions. */
import { ratio } from "./confusion.ts";

const meanOf = (values: readonly number[]): number =>
  ratio(
    values.reduce((total, value) => total + value, 0),
    values.length,
  );

export function mae(truth: readonly number[], predicted: readonly number[]): number {
  return meanOf(truth.map((value, at) => Math.abs(value - (predicted[at] ?? 0))));
}

export function rmse(truth: readonly number[], predicted: readonly number[]): number {
  return Math.sqrt(meanOf(truth.map((value, at) => (value - (predicted[at] ?? 0)) ** 2)));
}

/** A share, not a percentage; rows whose truth is 0 are left out. */
export function mape(truth: readonly number[], predicted: readonly number[]): number {
  return meanOf(
    truth.flatMap((value, at) => (value === 0 ? [] : [Math.abs((value - (predicted[at] ?? 0)) / value)])),
  );
}

export function r2(truth: readonly number[], predicted: readonly number[]): number {
  const center = meanOf(truth);
  const total = truth.reduce((all, value) => all + (value - center) ** 2, 0);
  const left = truth.reduce((all, value, at) => all + (value - (predicted[at] ?? 0)) ** 2, 0);
  return total === 0 ? 0 : 1 - left / total;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
