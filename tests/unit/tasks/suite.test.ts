/** The tasks of the suite, as they stand in the repository: solutions, and what was measured on ten variants. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { referenceDigest } from "../../../main/core/tasks/calibration.ts";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import { productPlace } from "../../../main/core/tasks/task-files.ts";
import { folderFindings } from "../../../main/core/tasks/validation/folder-findings.ts";
import { calibrationOf, type Task } from "../../../main/core/tasks/task.ts";

const generated = [
  "big_events",
  "credit_risk",
  "customer_churn",
  "house_prices",
  "sales_forecast",
  "sensor_maintenance",
  "ticket_routing",
  "transaction_fraud",
  "weekly_report",
];
/** Made to need the memory that it is given: what a careful solution uses there is no quarter of the wall. */
const memoryShare = new Map([["big_events", 0.7]]);
/** Nothing is fitted, so there is nothing to calibrate. */
const withoutModel = ["user_behavior", "audit_only"];
/** Other splits of the same public rows: too few of them for a lead of six standard errors. */
const real = ["tumor_diagnosis", "diabetes_progression"];
const variants = Array.from({ length: 10 }, (_, variant) => variant);

function measured(task: Task, variant: number) {
  const found = calibrationOf(task, variant);
  if (found === null) throw new Error(`variant ${variant} of ${task.id} was not calibrated`);
  return found;
}

describe.each([...generated, ...real, ...withoutModel])("%s", (id) => {
  test("has a folder without a fault, each fault.yaml in it readable", async () => {
    expect(await folderFindings(join(productPlace.folder, id), id, [productPlace])).toEqual([]);
  });

  test("brings a reference and at least three faulty solutions", async () => {
    const { solutions } = await loadTask(id);
    expect(solutions).toContain("reference");
    expect(solutions.length).toBeGreaterThanOrEqual(4);
  });
});

describe.each([...generated, ...real])("%s", (id) => {
  test("was calibrated with the reference that it brings", async () => {
    const task = await loadTask(id);
    expect(task.calibration?.referenceDigest).toBe(await referenceDigest(task));
  });

  test("has a reference that beats the baseline on each of ten variants", async () => {
    const task = await loadTask(id);
    for (const variant of variants) {
      const { reference, baseline, standardError } = measured(task, variant);
      const least = generated.includes(id) ? 6 : 0;
      expect((reference - baseline) / standardError, `variant ${variant}`).toBeGreaterThan(least);
    }
  });

  test("has a reference that stays under its share of the memory wall and a quarter of the CPU wall", async () => {
    const task = await loadTask(id);
    for (const variant of variants) {
      const { referencePeakMemoryBytes, referenceCpuSeconds } = measured(task, variant);
      expect(referencePeakMemoryBytes).toBeLessThan(task.walls.memoryBytes * (memoryShare.get(id) ?? 0.25));
      expect(referenceCpuSeconds).toBeLessThan((task.walls.cpuCores * task.walls.timeoutSeconds) / 4);
    }
  });
});
