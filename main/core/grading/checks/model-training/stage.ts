import type { Check } from "../../check.ts";
import { allowed } from "./allowed.ts";
import { constraintsChecked } from "./constraints-checked.ts";
import { justified } from "./justified.ts";
import { score } from "./score.ts";

export const modelTrainingChecks: readonly Check[] = [constraintsChecked, allowed, justified, score];
