import type { GraderValidity, Measured } from "../../../preload/contract/validity.ts";
import { rubric } from "./runs.ts";

const measured = (id: string, missed: number): Measured => ({
  id,
  concerned: 120,
  caught: 120 - missed,
  falseAlarms: missed > 0 ? 1 : 0,
  quiet: 640,
  precision: missed > 0 ? (120 - missed) / (121 - missed) : 1,
  recall: (120 - missed) / 120,
  missedKinds: missed > 0 ? ["hyperparameter.value_wrong"] : [],
  falseKinds: [],
});

export const fixtureValidity: GraderValidity = {
  schema: 1,
  date: "2026-11-30",
  commit: "0000000",
  graderVersion: "1",
  mutants: 760,
  kinds: 82,
  harmless: 60,
  bases: [{ task: "credit_risk", style: "script", percent: 100 }],
  notRight: [],
  notExecuted: 0,
  checks: rubric.flatMap(({ stage, checks }) =>
    checks.map(({ id }) => measured(`${stage}.${id}`, id === "hyperparameters" ? 4 : 0)),
  ),
  diagnoses: [measured("absolute_path", 0)],
};
