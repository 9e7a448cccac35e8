/** A data folder with the managed Python and a whole workbench on it, for solutions that are run and graded. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gradeExported } from "../../main/core/runs/grade-again.ts";
import { evidenceGrader } from "../../main/host/evidence-grader.ts";
import { Machine } from "../../main/host/machine.ts";
import { openWorkbench } from "../../main/host/open-workbench.ts";
import { sandboxBox } from "../../main/host/sandbox-box.ts";
import { taskSource } from "../../main/host/task-source.ts";
import { type ParamsOf, Run } from "../../preload/contract/index.ts";
import { linkPython } from "../contract/seed-home.ts";

/** A run has up to three executions of two minutes, and waits for cores. */
export const runMilliseconds = 600_000;

export interface GradedHome {
  graded(task: string, agent: string, options?: Partial<ParamsOf<"runs.start">>): Promise<Run>;
  /** With today's grader, from what the run left. */
  gradedAgain(id: string): Promise<Run>;
  /** Exports the run and grades that folder as `mlewb grade DIR` does, with a data folder that never saw the run. */
  gradedElsewhere(id: string): Promise<Run>;
  /** Ends the core and opens another on the same data folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openGradedHome(): Promise<GradedHome> {
  const ready = process.env["MLEWB_TEST_HOME"];
  if (ready === undefined) throw new Error("MLEWB_TEST_HOME must name a data folder with a managed Python.");
  const home = emptyHome(ready);
  let workbench = openWorkbench({ home });
  await workbench.ready;
  return {
    graded: async (task, agent, options = {}) => {
      const { id } = await workbench.call("runs.start", { task, agent, ...options });
      return Run.parse(await workbench.call("runs.wait", { id, seconds: runMilliseconds / 1000 }));
    },
    gradedAgain: async (id) => Run.parse(await workbench.call("runs.grade", { id })),
    gradedElsewhere: async (id) => {
      const other = emptyHome(ready);
      const machine = new Machine(other);
      try {
        const out = join(other, "exported");
        await workbench.call("runs.export", { id, out });
        const ports = {
          tasks: taskSource(other, sandboxBox(machine)),
          python: () => machine.python(),
          grader: evidenceGrader(),
        };
        return Run.parse(await gradeExported(out, ports, new AbortController().signal));
      } finally {
        await machine.close();
        rmSync(other, { recursive: true, force: true });
      }
    },
    restart: async () => {
      await workbench.close();
      workbench = openWorkbench({ home });
      await workbench.ready;
    },
    close: async () => {
      await workbench.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function emptyHome(ready: string): string {
  const home = mkdtempSync(join(tmpdir(), "mlewb-graded-"));
  linkPython(home, ready);
  return home;
}

export const checksOf = (run: Run) => run.stages.flatMap((stage) => stage.checks);

export const lostIn = (run: Run): string[] =>
  checksOf(run)
    .filter((check) => check.status === "failed" || check.status === "partial")
    .map((check) => check.id);
