import type { KeptVariant, Language, TaskDetail } from "../../preload/contract/index.ts";
import type { Task } from "../core/tasks/task.ts";
import type { Handlers } from "../rpc/handlers.ts";
import type { MethodContext } from "./method-context.ts";
import { sandboxBox } from "./sandbox-box.ts";
import { generatorIn } from "./task-source.ts";

const catalogue = () => import("../core/tasks/catalogue.ts");

type TaskMethods = Pick<Handlers, Extract<keyof Handlers, `tasks.${string}`>>;

export function taskMethods(context: MethodContext): TaskMethods {
  const { store, home } = context;
  const spoken = (language: Language | undefined): Language => language ?? store.settings.get().language;
  return {
    "tasks.list": async ({ language }) => {
      const { listTasks } = await catalogue();
      return { tasks: [...(await listTasks(spoken(language), home))] };
    },
    "tasks.show": ({ id, language }) => taskDetail(id, spoken(language), home),
    "tasks.variants": async ({ id }) => {
      const { keptVariants } = await import("../core/tasks/kept-variants.ts");
      const { findTask } = await catalogue();
      return { variants: await keptVariants(await findTask(id, home), home) };
    },
    "tasks.generate": async ({ id, variant, language }) => {
      const { findTask } = await catalogue();
      return makeVariant(await findTask(id, home), variant, spoken(language), context);
    },
    "tasks.preview": async ({ id, variant, language }) => {
      const { findTask } = await catalogue();
      const { previewFiles } = await import("../core/tasks/preview.ts");
      const made = await makeVariant(await findTask(id, home), variant, spoken(language), context);
      return { variant: made, files: await previewFiles(made.folder) };
    },
    "tasks.validate": async ({ task, variants }) => {
      const { validateTask } = await import("../core/tasks/validation/validate-task.ts");
      const box = sandboxBox(context.machine);
      const options = { home, box, generate: generatorIn(box), variants, signal: context.signal };
      return validateTask(task, options);
    },
  };
}

async function makeVariant(
  task: Task,
  variant: number,
  language: Language,
  { home, machine, signal }: MethodContext,
): Promise<KeptVariant> {
  const { ensureVariant } = await import("../core/tasks/variant.ts");
  const { keptVariants } = await import("../core/tasks/kept-variants.ts");
  await ensureVariant(task, variant, language, { home, signal, generate: generatorIn(sandboxBox(machine)) });
  const kept = (await keptVariants(task, home)).find(
    (one) => one.variant === variant && one.language === language,
  );
  if (kept === undefined) throw new Error(`variant ${variant} of ${task.id} was made and is not there`);
  return kept;
}

/** A task with the rubric that its manifest leaves of the pipeline. */
export async function taskDetail(id: string, language: Language, home: string): Promise<TaskDetail> {
  const { describeTask, findTask } = await catalogue();
  const { rubricOf } = await import("../core/grading/rubric.ts");
  const task = await findTask(id, home);
  return { ...(await describeTask(task, language)), rubric: rubricOf(task, language) };
}
