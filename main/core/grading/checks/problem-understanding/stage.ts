import type { Check } from "../../check.ts";
import { briefFirst } from "./brief-first.ts";
import { constraints } from "./constraints.ts";
import { scope } from "./scope.ts";
import { specification } from "./specification.ts";
import { target } from "./target.ts";
import { taskType } from "./task-type.ts";

export const problemUnderstandingChecks: readonly Check[] = [
  briefFirst,
  taskType,
  target,
  constraints,
  specification,
  scope,
];
