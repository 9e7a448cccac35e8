/** What `tasks validate` says of measured values: of another reference or generator, or too close together. */
import { expect, test } from "vitest";
import type { VariantCalibration } from "../../../main/core/tasks/calibration-file.ts";
import { referenceDigest } from "../../../main/core/tasks/calibration.ts";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import type { Task } from "../../../main/core/tasks/task.ts";
import { calibrationFindings } from "../../../main/core/tasks/validation/calibration-findings.ts";

/** A task of the product: its values are read and never measured here. */
const nothingRuns = {
  generate: () => Promise.reject(new Error("nothing is generated")),
  home: "/nowhere",
  box: { run: () => Promise.reject(new Error("nothing runs")) },
  variants: [0],
  signal: new AbortController().signal,
};

async function findingsOf(change: (task: Task) => Partial<Task>, id = "credit_risk") {
  const task = await loadTask(id);
  return calibrationFindings({ ...task, ...change(task) }, nothingRuns);
}

const changed = (task: Task, of: Partial<NonNullable<Task["calibration"]>>): Partial<Task> => {
  if (task.calibration === null) throw new Error(`${task.id} was never calibrated`);
  return { calibration: { ...task.calibration, ...of } };
};

const variants = (
  task: Task,
  change: (one: VariantCalibration) => Partial<VariantCalibration>,
): Partial<Task> =>
  changed(task, {
    variants: (task.calibration?.variants ?? []).map((one) => ({ ...one, ...change(one) })),
  });

test("values of what lies there have no finding", async () => {
  const task = await loadTask("credit_risk");
  expect(task.calibration?.referenceDigest).toBe(await referenceDigest(task));
  expect(await findingsOf(() => ({}))).toEqual([]);
});

test("a published task without values is told how to measure them", async () => {
  const [finding] = await findingsOf(() => ({ calibration: null }));
  expect(finding).toMatchObject({
    rule: "calibration.missing",
    file: "calibration.json",
    fix: "mlewb tasks calibrate credit_risk --variants 0,1,2,3,4,5,6,7,8,9 --save",
  });
});

test("values of another reference are found", async () => {
  const found = await findingsOf((task) => changed(task, { referenceDigest: "0".repeat(64) }));
  expect(found.map((one) => one.rule)).toEqual(["calibration.reference"]);
});

test("values of another generator are found, with both versions", async () => {
  const [finding] = await findingsOf((task) => changed(task, { generator: "0.9" }));
  expect(finding?.message).toBe("Generator 0.9 was measured; the manifest has 1.");
});

test("variants that were not measured are listed", async () => {
  const found = await findingsOf((task) =>
    changed(task, {
      variants: (task.calibration?.variants ?? []).filter((one) => one.variant !== 3 && one.variant !== 8),
    }),
  );
  expect(found.map((one) => one.message)).toEqual(["Not measured: variants 3, 8."]);
});

test("a lead of less than six standard errors is found on its variant", async () => {
  const found = await findingsOf((task) =>
    variants(task, (one) =>
      one.variant === 4 ? { reference: 0.5, baseline: 0.45, standardError: 0.01 } : {},
    ),
  );
  expect(found.map((one) => one.message)).toEqual([
    "Variant 4: the reference leads by 5.0 standard errors (0.5000 against 0.4500); 6 are asked for.",
  ]);
});

test("an error of nothing is a lead only where there is one", async () => {
  const found = await findingsOf((task) =>
    variants(task, (one) => ({ standardError: 0, baseline: one.variant === 2 ? one.reference : 0 })),
  );
  expect(found.map((one) => one.message)).toEqual([expect.stringMatching(/^Variant 2: /)]);
});

test("real data is asked for any lead at all", async () => {
  const close = (task: Task) => variants(task, (one) => ({ baseline: one.reference - 0.0001 }));
  expect(await findingsOf(close, "diabetes_progression")).toEqual([]);
  const behind = (task: Task) =>
    variants(task, (one) => (one.variant === 1 ? { baseline: one.reference } : {}));
  const found = await findingsOf(behind, "diabetes_progression");
  expect(found.map((one) => one.message)).toEqual([expect.stringMatching(/^Variant 1: .*does not beat/)]);
});

test("a task without a model has nothing to measure", async () => {
  expect(await findingsOf(() => ({ calibration: null }), "audit_only")).toEqual([]);
});
