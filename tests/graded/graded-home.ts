/** A data folder with the managed Python and a whole workbench on it, for solutions that are run and graded. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkbench } from "../../main/host/open-workbench.ts";
import { Run } from "../../preload/contract/index.ts";
import { linkPython } from "../contract/seed-home.ts";

/** A run has up to three executions of two minutes, and waits for cores. */
export const runMilliseconds = 600_000;

export interface GradedHome {
  graded(task: string, agent: string): Promise<Run>;
  close(): Promise<void>;
}

export async function openGradedHome(): Promise<GradedHome> {
  const ready = process.env["MLEWB_TEST_HOME"];
  if (ready === undefined) throw new Error("MLEWB_TEST_HOME must name a data folder with a managed Python.");
  const home = mkdtempSync(join(tmpdir(), "mlewb-graded-"));
  linkPython(home, ready);
  const workbench = openWorkbench({ home });
  await workbench.ready;
  return {
    graded: async (task, agent) => {
      const { id } = await workbench.call("runs.start", { task, agent });
      return Run.parse(await workbench.call("runs.wait", { id, seconds: runMilliseconds / 1000 }));
    },
    close: async () => {
      await workbench.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export const checksOf = (run: Run) => run.stages.flatMap((stage) => stage.checks);

export const lostIn = (run: Run): string[] =>
  checksOf(run)
    .filter((check) => check.status === "failed" || check.status === "partial")
    .map((check) => check.id);
