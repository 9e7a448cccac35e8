import type { Language, TaskDetail } from "../../preload/contract/index.ts";
import type { Handlers } from "../rpc/handlers.ts";
import type { MethodContext } from "./method-context.ts";

const catalogue = () => import("../core/tasks/catalogue.ts");

export function taskMethods({ store, home }: MethodContext): Pick<Handlers, "tasks.list" | "tasks.show"> {
  return {
    "tasks.list": async ({ language }) => {
      const { listTasks } = await catalogue();
      return { tasks: [...(await listTasks(language ?? store.settings.get().language, home))] };
    },
    "tasks.show": ({ id, language }) => taskDetail(id, language ?? store.settings.get().language, home),
  };
}

/** A task with the rubric that its manifest leaves of the pipeline. */
export async function taskDetail(id: string, language: Language, home: string): Promise<TaskDetail> {
  const { describeTask, findTask } = await catalogue();
  const { rubricOf } = await import("../core/grading/rubric.ts");
  const task = await findTask(id, home);
  return { ...(await describeTask(task, language)), rubric: rubricOf(task, language) };
}
