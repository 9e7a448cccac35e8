import type { Check } from "../../check.ts";
import { decisionLog } from "./decision-log.ts";
import { noLeakage } from "./no-leakage.ts";
import { rationalesTrue } from "./rationales-true.ts";
import { treatments } from "./treatments.ts";

export const preprocessingChecks: readonly Check[] = [treatments, decisionLog, rationalesTrue, noLeakage];
