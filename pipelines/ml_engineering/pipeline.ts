/**
 * The rubric of ML engineering as data: six stages of 20 points, what each check is worth, and which failure
 * pulls down what (dominoes). A check of 0 points is a gate or takes points off.
 */
import type { Pipeline } from "../../main/core/grading/pipeline.ts";

export const mlEngineering: Pipeline = {
  id: "ml_engineering",
  stages: [
    {
      id: "problem_understanding",
      checks: { brief_first: 2, task_type: 4, target: 3, constraints: 5, specification: 4, scope: 2 },
    },
    {
      id: "data_inspection",
      checks: { schema: 4, missing: 4, outliers: 4, duplicates: 2, drift: 3, privacy: 3, false_alarms: 0 },
    },
    {
      id: "preprocessing",
      checks: { treatments: 8, decision_log: 5, rationales_true: 3, no_leakage: 4 },
    },
    {
      id: "model_training",
      checks: { constraints_checked: 3, allowed: 3, justified: 2, score: 12 },
    },
    {
      id: "evaluation",
      checks: { fixed_test_split: 0, statistical: 5, robustness: 5, fairness: 5, explainability: 5 },
    },
    {
      id: "reporting",
      checks: {
        environment: 4,
        lineage: 3,
        hyperparameters: 3,
        failures: 2,
        strict_json: 2,
        reproducible: 6,
        failed_run: 0,
      },
    },
  ],
  dominoes: [
    {
      of: "problem_understanding.target",
      effect: {
        kind: "zero",
        checks: ["preprocessing.treatments", "model_training.score", "evaluation.statistical"],
      },
    },
    { of: "evaluation.fixed_test_split", effect: { kind: "zero_stage", stage: "evaluation" } },
    { of: "reporting.strict_json", effect: { kind: "zero_stage", stage: "reporting" } },
    { of: "model_training.allowed", effect: { kind: "cap_stage", stage: "model_training", points: 8 } },
  ],
};
