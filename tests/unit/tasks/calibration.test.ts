import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  calibrate,
  ensureCalibration,
  referenceDigest,
  saveCalibration,
  withCalibration,
} from "../../../main/core/tasks/calibration.ts";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import { standardError } from "../../../main/core/tasks/standard-error.ts";
import { calibrationOf, howMeasured, type Task } from "../../../main/core/tasks/task.ts";
import type { Box, BoxJob } from "../../../main/core/runs/ports.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { managedPython } from "./managed-python.ts";
import { openGenerator } from "./open-generator.ts";
import { placeAt, temporaryFolder, toyTasks } from "./toy-tasks.ts";

const generator = `
import json

def build(variant, out):
    (out / "public").mkdir()
    (out / "private").mkdir()
    (out / "public" / "data.csv").write_text(f"row_id,x,y\\n{variant},1,0\\n")
    (out / "public" / "holdout.csv").write_text("row_id,x\\n1,1\\n2,2\\n3,3\\n4,4\\n")
    columns = {"x": {"role": "feature", "type": "integer"}, "id": {"role": "identifier", "type": "integer"}}
    truth = {"schema": 1, "task": "toy", "variant": variant, "generator": "1", "columns": columns, "faults": [],
             "missing_rates": {}, "positive_rate": 0.5}
    (out / "private" / "truth.json").write_text(json.dumps(truth))
    labels = "5,test,1\\n1,holdout,1\\n2,holdout,1\\n3,holdout,0\\n4,holdout,0\\n"
    (out / "private" / "labels.csv").write_text("row_id,split,label\\n" + labels)
`;

let python: string;
beforeAll(async () => {
  python = await managedPython();
});

async function toy(): Promise<Task> {
  const folder = toyTasks({ generator });
  mkdirSync(join(folder, "toy", "solutions", "reference"), { recursive: true });
  writeFileSync(join(folder, "toy", "solutions", "reference", "solution.py"), "pass\n");
  mkdirSync(join(folder, "baselines"));
  writeFileSync(join(folder, "baselines", "single_feature_tree.py"), "pass\n");
  return loadTask("toy", placeAt(folder));
}

/** Plays the sandbox: the reference is right in every row, the baseline says 1 everywhere. */
class PretendBox implements Box {
  readonly jobs: BoxJob[] = [];
  readonly features: unknown[] = [];
  cores = 1;
  referencePredictions = "5,test,1,\n1,holdout,1,\n2,holdout,1,\n3,holdout,0,\n4,holdout,0,\n";

  async run(job: BoxJob): ReturnType<Box["run"]> {
    this.jobs.push(job);
    const isBaseline = existsSync(join(job.solution, "features.json"));
    if (isBaseline) {
      this.features.push(JSON.parse(readFileSync(join(job.solution, "features.json"), "utf8")));
      writeFileSync(join(job.report, "baseline.json"), '{"feature": "x"}');
    }
    const ones = "5,test,1,\n1,holdout,1,\n2,holdout,1,\n3,holdout,1,\n4,holdout,1,\n";
    const rows = isBaseline ? ones : this.referencePredictions;
    writeFileSync(join(job.report, "predictions.csv"), `row_id,split,prediction,score\n${rows}`);
    return {
      status: "finished",
      reason: null,
      exitCode: 0,
      signal: null,
      level: "L2",
      walls: [
        { wall: "cpu", requested: job.limits.cores, effective: this.cores, by: "affinity", kind: "wall" },
        { wall: "memory", requested: 1_000_000, effective: 1_000_000, by: "watch", kind: "watch" },
      ],
      wallSeconds: 3,
      cpuSeconds: 2,
      peakMemoryBytes: 1000,
      threads: this.cores,
      outputBytes: 0,
      stderr: "",
      artifacts: [],
      skipped: [],
      record: {},
    };
  }
}

const options = (box: Box, home: string) => ({
  generate: openGenerator(python),
  home,
  box,
  signal: new AbortController().signal,
});

describe("a calibration", () => {
  test("holds the metric on the hold-out of baseline and reference, and what the reference used", async () => {
    const task = await toy();
    const { level, variants } = await calibrate(task, {
      ...options(new PretendBox(), temporaryFolder()),
      variants: [1, 2],
    });
    expect(level).toBe("L2");
    expect(variants.map((one) => one.variant)).toEqual([1, 2]);
    expect(variants[0]).toMatchObject({
      baseline: 2 / 3,
      baselineFeature: "x",
      reference: 1,
      referencePeakMemoryBytes: 1000,
      referenceCpuSeconds: 2,
    });
  });

  test("says the cores that the reference really had, where the machine has fewer than the task grants", async () => {
    const task = await toy();
    const granted: Task = { ...task, walls: { ...task.walls, cpuCores: 4 } };
    const box = new PretendBox();
    box.cores = 2;
    const home = temporaryFolder();
    expect(await calibrate(granted, { ...options(box, home), variants: [1] })).toMatchObject({ cores: 2 });
    const kept = await ensureCalibration(granted, 17, options(box, home));
    expect(howMeasured(withCalibration(granted, kept, "digest"), 17)).toEqual({ level: "L2", cores: 2 });
  });

  test("runs both under the task's walls, recorded as a scored run is", async () => {
    const box = new PretendBox();
    await calibrate(await toy(), { ...options(box, temporaryFolder()), variants: [1] });
    expect(box.jobs).toHaveLength(2);
    for (const job of box.jobs) {
      expect(job.limits).toEqual({ wallSeconds: 5, memoryBytes: 1_000_000, cores: 1 });
      expect(job).toMatchObject({ recorder: "events", shownLimits: null, seed: 42 });
    }
  });

  test("offers the baseline features only: no identifier, no target", async () => {
    const box = new PretendBox();
    await calibrate(await toy(), { ...options(box, temporaryFolder()), variants: [1] });
    expect(box.features).toMatchObject([{ features: ["x"], target: "y", scoring: "f1" }]);
  });

  test("refuses a reference that leaves out a row", async () => {
    const box = new PretendBox();
    box.referencePredictions = "5,test,1,\n1,holdout,1,\n";
    const error: unknown = await calibrate(await toy(), {
      ...options(box, temporaryFolder()),
      variants: [1],
    }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WorkbenchError);
    expect(String(error)).toContain("predictions.csv is missing or incomplete");
  });

  test("is told of after each variant, so that a later one that fails takes nothing from it", async () => {
    const task = await toy();
    const box = new PretendBox();
    await calibrate(task, {
      ...options(box, temporaryFolder()),
      variants: [1, 2],
      onVariant: async (_, soFar) => {
        await saveCalibration(task, soFar);
        box.referencePredictions = "5,test,1,\n";
      },
    }).catch(() => null);
    const again = await loadTask("toy", placeAt(join(task.folder, "..")));
    expect(again.calibration?.variants.map((one) => one.variant)).toEqual([1]);
  });

  test("that is measured in parts stays whole, unless the reference is another one", async () => {
    const task = await toy();
    const part = (variant: number) =>
      calibrate(task, { ...options(new PretendBox(), temporaryFolder()), variants: [variant] });
    await saveCalibration(task, await part(2));
    await saveCalibration(task, await part(1));
    const read = async () => (await loadTask("toy", placeAt(join(task.folder, "..")))).calibration;
    expect((await read())?.variants.map((one) => one.variant)).toEqual([1, 2]);
    writeFileSync(join(task.folder, "solutions", "reference", "solution.py"), "print()\n");
    await saveCalibration(task, await part(3));
    expect((await read())?.variants.map((one) => one.variant)).toEqual([3]);
  });

  test("that was saved is read with the task again", async () => {
    const task = await toy();
    const measured = await calibrate(task, {
      ...options(new PretendBox(), temporaryFolder()),
      variants: [1],
    });
    await saveCalibration(task, measured);
    const again = await loadTask("toy", placeAt(join(task.folder, "..")));
    expect(again.calibration).toEqual(measured);
  });

  test("of a variant that nobody published is measured once and kept", async () => {
    const task = await toy();
    const home = temporaryFolder();
    const box = new PretendBox();
    const first = await ensureCalibration(task, 17, options(box, home));
    const second = await ensureCalibration(task, 17, options(box, home));
    expect(second).toEqual(first);
    expect(box.jobs).toHaveLength(2);
    expect(calibrationOf(withCalibration(task, first, "digest"), 17)).toEqual(first);
  });

  test("is measured again when the reference has changed", async () => {
    const task = await toy();
    const home = temporaryFolder();
    const box = new PretendBox();
    await ensureCalibration(task, 17, options(box, home));
    writeFileSync(join(task.folder, "solutions", "reference", "solution.py"), "print()\n");
    await ensureCalibration(task, 17, options(box, home));
    expect(box.jobs).toHaveLength(4);
  });

  test("of credit_risk was measured with the reference that lies there", async () => {
    const task = await loadTask("credit_risk");
    expect(task.calibration?.referenceDigest).toBe(await referenceDigest(task));
  });
});

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

test("the standard error of a mean is the deviation over the root of the number of rows", () => {
  const rows = Array.from({ length: 400 }, (_, place) => place % 2);
  const error = standardError(rows, mean);
  expect(error).toBeGreaterThan(0.9 * (0.5 / 20));
  expect(error).toBeLessThan(1.1 * (0.5 / 20));
  expect(standardError(rows, mean)).toBe(error);
});
