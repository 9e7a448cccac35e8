/** A task as the core holds it: the manifest, where it lies, and what was measured on it. */
import type { Calibration, VariantCalibration } from "./calibration-file.ts";
import type { ConstraintName, Manifest } from "./manifest.ts";

export type Task = Readonly<
  Manifest & {
    /** Absolute path of `tasks/<id>`. */
    folder: string;
    /** Absolute path of what all tasks share: contract, report schema, `generation/`, `baselines/`. */
    shared: string;
    /** sha256 over everything that shapes a variant: manifest, generator, documents, contract, report schema. */
    digest: string;
    /** Names of `solutions/<name>` that hold a `solution.py`. */
    solutions: readonly string[];
    /** Null before the first calibration. */
    calibration: Calibration | null;
  }
>;

/** How the reference of a variant was measured; null where it was not. */
export function howMeasured(task: Task, variant: number): Pick<Calibration, "level" | "cores"> | null {
  const one = calibrationOf(task, variant);
  if (one === null || task.calibration === null) return null;
  return { level: one.level ?? task.calibration.level, cores: one.cores ?? task.calibration.cores };
}

export function calibrationOf(task: Task, variant: number): VariantCalibration | null {
  return task.calibration?.variants.find((one) => one.variant === variant) ?? null;
}

type ConstraintValue = number | boolean | readonly string[];

/** The truth for `problem_understanding.constraints`: one entry for each constraint that the task states. */
export function constraintsOf(
  task: Pick<Manifest, "constraints" | "walls" | "externalData" | "horizon">,
  positiveRate: number | null,
): ReadonlyMap<ConstraintName, ConstraintValue> {
  const values: Partial<Record<ConstraintName, ConstraintValue | null>> = {
    cpu: task.walls.cpuCores,
    memory: task.walls.memoryBytes,
    time: task.walls.timeoutSeconds,
    network: false,
    models: task.walls.allowedModels,
    prohibited: task.walls.prohibited,
    imbalance: positiveRate,
    external_data: task.externalData,
    // Personal data may not be used: it is there or it is not, so there is no number to agree with.
    privacy: true,
    horizon: task.horizon,
  };
  const stated = new Map<ConstraintName, ConstraintValue>();
  for (const name of task.constraints) {
    const value = values[name];
    if (value !== undefined && value !== null) stated.set(name, value);
  }
  return stated;
}
