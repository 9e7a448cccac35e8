import type { Handlers } from "../rpc/handlers.ts";
import type { MethodContext } from "./create-methods.ts";

const catalogue = () => import("../core/tasks/catalogue.ts");

export function taskMethods({ store }: MethodContext): Pick<Handlers, "tasks.list" | "tasks.show"> {
  return {
    "tasks.list": async ({ language }) => {
      const { listTasks } = await catalogue();
      return { tasks: [...(await listTasks(language ?? store.settings.get().language))] };
    },
    "tasks.show": async ({ id, language }) => {
      const { showTask } = await catalogue();
      return showTask(id, language ?? store.settings.get().language);
    },
  };
}
