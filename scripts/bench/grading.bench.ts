/**
 * How long the grader takes for the reference of credit_risk: the judge, which may take the time of the goal for each
 * matrix and is held to it for all, and the rest (reading, recomputing, checks, diagnoses). The run is made once,
 * exported, and graded again and again.
 */
import { dirname, join } from "node:path";
import { gatherEvidence, type Judging } from "../../main/core/evidence/gather.ts";
import { runJudge } from "../../main/core/evidence/run-judge.ts";
import { grade } from "../../main/core/grading/grade.ts";
import { gradableExport } from "../../main/core/runs/grade-again.ts";
import { openWorkbench } from "../../main/host/open-workbench.ts";
import { taskSource } from "../../main/host/task-source.ts";
import { withBenchHome } from "./bench-home.ts";
import { python } from "./sandbox-room.ts";
import { publish, repeats, timedRow } from "./table.ts";

const GRADING_GOAL = 1_000;
const MATRIX_GOAL = 3_000;
const signal = new AbortController().signal;

async function exportedRun(home: string): Promise<string> {
  const workbench = openWorkbench({ home });
  await workbench.ready;
  try {
    const { id } = await workbench.call("runs.start", { task: "credit_risk", agent: "reference" });
    const { status, reason } = await workbench.call("runs.wait", { id, seconds: 600 });
    if (status !== "finished") throw new Error(`the run ended as ${status}: ${reason}`);
    const out = join(home, "exported");
    await workbench.call("runs.export", { id, out });
    return out;
  } finally {
    await workbench.close();
  }
}

await withBenchHome(async (home) => {
  const ports = {
    tasks: taskSource(home, { run: () => Promise.reject(new Error("nothing is executed here")) }),
    python: () => Promise.resolve({ executable: python, folder: dirname(dirname(python)) }),
  };
  const gradable = await gradableExport(await exportedRun(home), ports, signal);
  const judged: number[] = [];
  const rest: number[] = [];
  const timed: Judging = async (...asked) => {
    const began = performance.now();
    const answer = await runJudge(...asked);
    judged.push(performance.now() - began);
    if (!answer.ok) throw new Error(answer.error);
    return answer;
  };
  for (let turn = 0; turn < repeats(7); turn += 1) {
    const began = performance.now();
    grade(await gatherEvidence(gradable.input, timed), "en");
    rest.push(performance.now() - began - (judged.at(-1) ?? 0));
  }
  gradable.remove();
  publish(
    "grading",
    "speed",
    "Grading: credit_risk",
    [
      timedRow("grading the reference, the judge aside", rest, GRADING_GOAL),
      timedRow("the judge, with its start and every matrix of the run", judged, MATRIX_GOAL),
    ],
    [
      "The first turn loads what the others find loaded; the judge is a process of its own each time, and its start is in it.",
    ],
  );
});
