import type { Check } from "../../check.ts";
import { drift } from "./drift.ts";
import { duplicates } from "./duplicates.ts";
import { falseAlarms } from "./false-alarms.ts";
import { missing } from "./missing.ts";
import { outliers } from "./outliers.ts";
import { privacy } from "./privacy.ts";
import { schema } from "./schema.ts";

export const dataInspectionChecks: readonly Check[] = [
  schema,
  missing,
  outliers,
  duplicates,
  drift,
  privacy,
  falseAlarms,
];
