/**
 * The bundled solutions through the whole product: real sandbox, both verification executions, judge and grader.
 * The reference earns everything; each faulty solution loses in the checks of its `fault.yaml` and nowhere else.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { type OpenWorkbench, openWorkbench } from "../../main/host/open-workbench.ts";
import { Run } from "../../preload/contract/index.ts";
import { linkPython } from "../contract/seed-home.ts";

const solutions = join(import.meta.dirname, "..", "..", "tasks", "credit_risk", "solutions");
const Fault = z.object({ loses: z.array(z.string()).min(1), may_lose: z.array(z.string()).default([]) });
const runMilliseconds = 600_000;
const faulty = ["outliers_kept", "no_environment_snapshot"];
const faultyLong = ["missing_by_median", "no_limits_lookup", "test_rows_in_training"];
const long = process.env["MLEWB_LONG"] === "1";

let home: string;
let workbench: OpenWorkbench;

beforeAll(async () => {
  const ready = process.env["MLEWB_TEST_HOME"];
  if (ready === undefined) throw new Error("MLEWB_TEST_HOME must name a data folder with a managed Python.");
  home = mkdtempSync(join(tmpdir(), "mlewb-graded-"));
  linkPython(home, ready);
  workbench = openWorkbench({ home });
  await workbench.ready;
});
afterAll(async () => {
  await workbench.close();
  rmSync(home, { recursive: true, force: true });
});

async function graded(solution: string): Promise<Run> {
  const { id } = await workbench.call("runs.start", { task: "credit_risk", agent: `solution:${solution}` });
  return workbench.call("runs.wait", { id, seconds: runMilliseconds / 1000 });
}

const checksOf = (run: Run) => run.stages.flatMap((stage) => stage.checks);
const lostIn = (run: Run): string[] =>
  checksOf(run)
    .filter((check) => check.status === "failed" || check.status === "partial")
    .map((check) => check.id);

describe("the bundled solutions of credit_risk", () => {
  it(
    "the reference finishes, is graded on every check, and earns at least 95 percent without a diagnosis",
    async () => {
      const run = Run.parse(await graded("reference"));
      expect([run.status, run.reason]).toEqual(["finished", null]);
      expect(checksOf(run).filter((check) => check.status === "not_evaluated")).toEqual([]);
      expect(run.complete).toBe(true);
      expect(lostIn(run)).toEqual([]);
      expect(run.percent).toBeGreaterThanOrEqual(95);
      expect(run.diagnoses).toEqual([]);
    },
    runMilliseconds,
  );

  it.each(long ? faultyLong : faulty)(
    "%s loses points in the checks that its fault concerns and in no other",
    async (solution) => {
      const fault = Fault.parse(parse(readFileSync(join(solutions, solution, "fault.yaml"), "utf8")));
      const run = await graded(solution);
      expect([run.status, run.reason]).toEqual(["finished", null]);
      const lost = lostIn(run);
      expect(
        lost.filter((id) => !fault.may_lose.includes(id)).toSorted((a, b) => a.localeCompare(b)),
      ).toEqual(fault.loses.toSorted((a, b) => a.localeCompare(b)));
    },
    runMilliseconds,
  );
});
