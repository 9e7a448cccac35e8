/**
 * Agents with a perfect report and no work behind it, and agents that forge what was seen of them, through the whole
 * product: without a working model a run stays under 30, and what was made up earns nothing.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run } from "../../preload/contract/index.ts";
import { checksOf, type GradedHome, openGradedHome, runMilliseconds } from "./graded-home.ts";

const agents = join(import.meta.dirname, "..", "fixtures", "agents");
const CAP = 30;
/** A run takes a minute: `npm test` has the agent that only writes a report, the long run all seven. */
const long = process.env["MLEWB_LONG"] === "1";

describe("agents with nothing behind their report", () => {
  let home: GradedHome;
  let folder: string;

  beforeAll(async () => {
    home = await openGradedHome();
    folder = mkdtempSync(join(tmpdir(), "mlewb-agents-"));
  });
  afterAll(async () => {
    await home.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function run(name: string): Promise<Run> {
    const own = join(folder, name);
    cpSync(join(agents, name), own, { recursive: true });
    cpSync(join(agents, "perfect-report.json"), join(own, "perfect-report.json"));
    return home.graded("credit_risk", `script:${own}`);
  }

  it.each(long ? ["constant_model", "memorising_model", "report_only"] : ["report_only"])(
    "%s stays under 30 in spite of its report",
    async (name) => {
      const graded = await run(name);
      expect([graded.status, graded.reason]).toEqual(["finished", null]);
      expect(graded.rawTotal).toBeLessThan(CAP);
      expect(graded.percent).toBeLessThan(CAP);
    },
    runMilliseconds,
  );

  const pointsOf = (graded: Run): ReadonlyMap<string, number> =>
    new Map(checksOf(graded).map((check) => [check.id, check.points]));
  const made = [
    "problem_understanding.brief_first",
    "data_inspection.drift",
    "model_training.constraints_checked",
    "preprocessing.decision_log",
    "evaluation.statistical",
    "evaluation.robustness",
    "evaluation.fairness",
    "evaluation.explainability",
  ];

  if (!long) return;

  it.each(["forged_trace", "patched_recorder"])(
    "%s: what the record was made to say earns nothing",
    async (name) => {
      const graded = await run(name);
      expect([graded.status, graded.reason]).toEqual(["finished", null]);
      const points = pointsOf(graded);
      expect(made.filter((id) => (points.get(id) ?? 0) > 0)).toEqual([]);
    },
    runMilliseconds,
  );

  it(
    "patched_numpy: what the record was made to hold is a claim, and says what was put in whose place",
    async () => {
      const graded = await run("patched_numpy");
      expect([graded.status, graded.reason]).toEqual(["finished", null]);
      const treatments = checksOf(graded).find(({ id }) => id === "preprocessing.treatments");
      expect(treatments?.evidence).toContain("claimed");
      expect(treatments?.evidence).not.toContain("traced");
      expect(treatments?.message).toContain("numpy.savez");
    },
    runMilliseconds,
  );

  it(
    "a report that was written before the work earns nothing where it says what the work would have shown",
    async () => {
      const graded = await run("report_first");
      expect([graded.status, graded.reason]).toEqual(["finished", null]);
      const points = pointsOf(graded);
      const shown = ["preprocessing.treatments", "preprocessing.decision_log", "evaluation.statistical"];
      expect(shown.filter((id) => (points.get(id) ?? 0) > 0)).toEqual([]);
      expect(graded.diagnoses.map((one) => one.rule)).toContain("claimed_metric_differs");
    },
    runMilliseconds,
  );
});
