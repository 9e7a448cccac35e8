import type { Check } from "../../check.ts";
import { environment } from "./environment.ts";
import { failedRun } from "./failed-run.ts";
import { failures } from "./failures.ts";
import { hyperparameters } from "./hyperparameters.ts";
import { lineage } from "./lineage.ts";
import { reproducible } from "./reproducible.ts";
import { strictJson } from "./strict-json.ts";

export const reportingChecks: readonly Check[] = [
  environment,
  lineage,
  hyperparameters,
  failures,
  strictJson,
  reproducible,
  failedRun,
];
