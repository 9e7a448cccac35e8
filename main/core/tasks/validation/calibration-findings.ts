/** Whether baseline and reference were measured on what lies there, and lie far enough apart. */
import { dirname } from "node:path";
import { WorkbenchError } from "../../../../preload/contract/error.ts";
import type { VariantCalibration } from "../calibration-file.ts";
import { calibrate, type CalibrationOptions, hasModel, referenceDigest } from "../calibration.ts";
import { productTasksFolder } from "../task-files.ts";
import type { Task } from "../task.ts";
import type { TaskFinding } from "../../../../preload/contract/task.ts";

/** Standard errors of A on the hold-out by which the reference must lead. */
export const standardErrorsOfLead = 6;
/** Variants that a published task has values for. */
const published = 10;

const file = "calibration.json";

export type CalibrationSource = Omit<CalibrationOptions, "onVariant">;

/**
 * A task of the product is published with values of ten variants. Another one is measured here, where it brings none.
 * @throws WorkbenchError interrupted, sandbox_unavailable
 */
export async function calibrationFindings(
  task: Task,
  options: CalibrationSource,
): Promise<readonly TaskFinding[]> {
  if (!hasModel(task)) return [];
  const isPublished = dirname(task.folder) === productTasksFolder;
  const all = Array.from({ length: published }, (_, variant) => variant).join(",");
  const fix = `mlewb tasks calibrate ${task.id} --variants ${all} --save`;
  const say = (rule: string, message: string, how = fix): TaskFinding => ({
    rule,
    file,
    line: null,
    message,
    fix: how,
  });
  let { calibration } = task;
  if (calibration === null && isPublished) {
    return [say("calibration.missing", "Baseline and reference were never measured.")];
  }
  if (calibration === null) {
    try {
      calibration = await calibrate(task, options);
    } catch (error) {
      if (!(error instanceof WorkbenchError) || error.code !== "task_invalid") throw error;
      return [say("calibration.runs", error.message, error.hint)];
    }
  }
  const found: TaskFinding[] = [];
  if (calibration.referenceDigest !== (await referenceDigest(task))) {
    found.push(
      say("calibration.reference", "Another reference solution was measured than the one that lies there."),
    );
  }
  if (calibration.generator !== task.generator.version) {
    found.push(
      say(
        "calibration.generator",
        `Generator ${calibration.generator} was measured; the manifest has ${task.generator.version}.`,
      ),
    );
  }
  const measured = new Set(calibration.variants.map((one) => one.variant));
  const missing = all.split(",").filter((variant) => !measured.has(Number(variant)));
  if (isPublished && missing.length > 0)
    found.push(say("calibration.variants", `Not measured: variants ${missing.join(", ")}.`));
  for (const one of calibration.variants) {
    const lead = leadOf(one);
    if (task.realData ? one.reference > one.baseline : lead >= standardErrorsOfLead) continue;
    const shown = `${one.reference.toFixed(4)} against ${one.baseline.toFixed(4)}`;
    found.push(
      say(
        "calibration.margin",
        task.realData
          ? `Variant ${one.variant}: the reference does not beat the baseline (${shown}).`
          : `Variant ${one.variant}: the reference leads by ${lead.toFixed(1)} standard errors (${shown}); ${standardErrorsOfLead} are asked for.`,
        "Make the signal stronger, the hold-out larger, or the reference better; then calibrate again.",
      ),
    );
  }
  return found;
}

/** In standard errors of A on the hold-out; no error at all is a lead without end. */
function leadOf(one: VariantCalibration): number {
  const lead = one.reference - one.baseline;
  return one.standardError > 0 ? lead / one.standardError : lead > 0 ? Number.POSITIVE_INFINITY : 0;
}
