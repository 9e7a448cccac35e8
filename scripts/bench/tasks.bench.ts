/**
 * How long a variant of each task takes to make, as the workbench makes it: its generator in a box, its files checked and
 * put in place. Variants 1, 2 and 3, each made once in a data folder that has none.
 */
import { loadTask, taskIds } from "../../main/core/tasks/catalogue.ts";
import { Machine } from "../../main/host/machine.ts";
import { sandboxBox } from "../../main/host/sandbox-box.ts";
import { taskSource } from "../../main/host/task-source.ts";
import { withBenchHome } from "./bench-home.ts";
import { median, publish, type Row, repeats, spread } from "./table.ts";

const GOAL_SECONDS = 5;
/** Two million rows: the issue of this task is its size. */
const WITHOUT_GOAL = "big_events";

const seconds = (value: number): string => `${value.toFixed(1)} s`;

async function measure(id: string, machine: Machine): Promise<Row> {
  const task = await loadTask(id);
  const tasks = taskSource(machine.home, sandboxBox(machine));
  const taken: number[] = [];
  for (let variant = 1; variant <= repeats(3); variant += 1) {
    const began = performance.now();
    await tasks.ensureVariant(task, variant, "en", { signal: new AbortController().signal });
    taken.push((performance.now() - began) / 1000);
  }
  const goal = id === WITHOUT_GOAL ? null : `under ${GOAL_SECONDS} s`;
  return {
    what: `a variant of ${id}`,
    goal,
    measured: seconds(median(taken)),
    spread: spread(taken, seconds),
    met: goal === null ? null : Math.max(...taken) < GOAL_SECONDS,
  };
}

await withBenchHome(async (home) => {
  const machine = new Machine(home);
  try {
    // The supervisor's own start is not the generator's.
    await machine.supervisor();
    const rows: Row[] = [];
    for (const id of await taskIds()) rows.push(await measure(id, machine));
    publish("tasks", "generation", "Tasks: making a variant", rows, []);
  } finally {
    await machine.close();
  }
});
