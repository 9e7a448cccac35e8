import type { CodeKind } from "../mutant.ts";
import { decisionKinds } from "./code-decisions.ts";
import { harmlessCodeKinds } from "./code-harmless.ts";
import { labelKinds } from "./code-labels.ts";
import { leakageKinds } from "./code-leakage.ts";
import { fittingKinds } from "./code-models.ts";
import { randomnessKinds } from "./code-randomness.ts";
import { readingKinds } from "./code-reading.ts";
import { refusalKinds } from "./code-refusals.ts";
import { timeKinds } from "./code-time.ts";

/** Every kind of fault that is planted in the code and executed. */
export const codeKinds: readonly CodeKind[] = [
  ...readingKinds,
  ...decisionKinds,
  ...leakageKinds,
  ...timeKinds,
  ...fittingKinds,
  ...labelKinds,
  ...randomnessKinds,
  ...refusalKinds,
  ...harmlessCodeKinds,
];
