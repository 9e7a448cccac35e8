import type { StageId } from "../../../preload/contract/run.ts";

/** As in the contract, and not taken from it: zod tries whether code may be made of text, which the page's policy reports. */
export const stageIds: readonly StageId[] = [
  "problem_understanding",
  "data_inspection",
  "preprocessing",
  "model_training",
  "evaluation",
  "reporting",
];
