/** Every check by its id. */
import type { Check } from "../check.ts";
import { dataInspectionChecks } from "./data-inspection/stage.ts";
import { evaluationChecks } from "./evaluation/stage.ts";
import { modelTrainingChecks } from "./model-training/stage.ts";
import { preprocessingChecks } from "./preprocessing/stage.ts";
import { problemUnderstandingChecks } from "./problem-understanding/stage.ts";
import { reportingChecks } from "./reporting/stage.ts";

export const checks: ReadonlyMap<string, Check> = new Map(
  [
    ...problemUnderstandingChecks,
    ...dataInspectionChecks,
    ...preprocessingChecks,
    ...modelTrainingChecks,
    ...evaluationChecks,
    ...reportingChecks,
  ].map((check) => [check.id, check]),
);
