import { WorkbenchError } from "../../preload/contract/error.ts";
import type { Box, TaskSource } from "../core/runs/ports.ts";
import type { RunGenerator } from "../core/tasks/generator-run.ts";

/** The tasks of the product and the user's own, their variants kept in the data folder. Loaded when first needed. */
export function taskSource(home: string, box: Box): TaskSource {
  const generate = generatorIn(box);
  return {
    load: async (id) => (await import("../core/tasks/catalogue.ts")).findTask(id, home),
    ensureVariant: async (task, variant, language, options) => {
      const { ensureVariant } = await import("../core/tasks/variant.ts");
      return ensureVariant(task, variant, language, { ...options, generate, home });
    },
    reorderedHoldout: async (task, from, into) => {
      const { reorderedHoldout } = await import("../core/tasks/verification-data.ts");
      await reorderedHoldout(task, from, into);
    },
    probedHoldout: async (task, data, into) => {
      const { probedHoldout } = await import("../core/tasks/probed-holdout.ts");
      const { readTruth } = await import("../core/tasks/private-files.ts");
      const truth = await readTruth(data.private);
      return probedHoldout({ ...data, into, truth, task });
    },
    calibrated: async (task, variant, { signal, measure }) => {
      const { ensureCalibration, hasModel, referenceDigest, withCalibration } = await import(
        "../core/tasks/calibration.ts"
      );
      if (!hasModel(task)) return task;
      try {
        const options = { generate, home, signal, box: measure ? box : noBox };
        const measured = await ensureCalibration(task, variant, options);
        return withCalibration(task, measured, await referenceDigest(task));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof WorkbenchError)) throw error;
        // Without the values the checks that need them say that they could not be evaluated.
        return task;
      }
    },
  };
}

/** Whoever wrote a generator, it runs behind the walls. */
export const generatorIn =
  (box: Box): RunGenerator =>
  async (run) =>
    (await import("../core/tasks/boxed-generator.ts")).generateInBox(run, box);

/** For grading again, where nothing may be executed. */
const noBox: Box = {
  run: () => {
    const message = "Nothing is executed while a run is graded again.";
    return Promise.reject(new WorkbenchError("refused", message, "Run the agent again."));
  },
};
