import type { Check } from "../../check.ts";
import { explainability } from "./explainability.ts";
import { fairness } from "./fairness.ts";
import { fixedTestSplit } from "./fixed-test-split.ts";
import { robustness } from "./robustness.ts";
import { statistical } from "./statistical.ts";

export const evaluationChecks: readonly Check[] = [
  fixedTestSplit,
  statistical,
  robustness,
  fairness,
  explainability,
];
