/** Counts of a two-class confusion. A missing prediction is a wrong one: it is neither class. */
export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly trueNegative: number;
  readonly wrongNegative: number;
}

export function confusion(
  truth: readonly string[],
  predicted: readonly (string | null)[],
  positive: string,
): Confusion {
  const counts = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0, wrongNegative: 0 };
  for (const [at, label] of truth.entries()) {
    const guess = predicted[at] ?? null;
    if (label === positive) {
      counts[guess === positive ? "truePositive" : "falseNegative"] += 1;
    } else if (guess === positive) {
      counts.falsePositive += 1;
    } else {
      counts[guess === label ? "trueNegative" : "wrongNegative"] += 1;
    }
  }
  return counts;
}

/** 0 / 0 is 0, as scikit-learn has it. */
export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
