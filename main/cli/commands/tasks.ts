import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { Machine } from "../../host/machine.ts";
import { sandboxBox } from "../../host/sandbox-box.ts";
import { taskDetail } from "../../host/task-methods.ts";
import { generatorIn } from "../../host/task-source.ts";
import type { Box } from "../../core/runs/ports.ts";
import type { CliContext } from "../context.ts";
import type { TaskValidation } from "../../../preload/contract/task.ts";
import { type CommandKit, examples, runAction, wholeNumber } from "../command-kit.ts";
import { table } from "../table.ts";
import { bytes } from "../units.ts";
import { stageName } from "../words.ts";

export function tasksCommand(program: Command, kit: CommandKit): void {
  const tasks = program.command("tasks").description("the tasks that agents are tried on");
  examples(tasks, "tasks list", "tasks show credit_risk");
  list(tasks, kit);
  show(tasks, kit);
  generate(tasks, kit);
  calibrate(tasks, kit);
  validate(tasks, kit);
  newTask(tasks, kit);
}

const catalogue = () => import("../../core/tasks/catalogue.ts");

function list(tasks: Command, kit: CommandKit): void {
  const command = tasks.command("list").description("all tasks");
  examples(command, "tasks list", "tasks list --lang zh --json");
  command.action(() =>
    runAction(kit, command, async (context) => {
      const { listTasks } = await catalogue();
      const found = await listTasks(context.language ?? "en", context.home);
      context.print({ tasks: found }, () => {
        const rows = found.map((task) => [
          task.id,
          task.title,
          task.taskType,
          `${task.walls.timeoutSeconds} s`,
          bytes(task.walls.memoryBytes),
        ]);
        const columns = ["id", "title", "type", "time", "memory"].map((title) => ({ title }));
        for (const line of table(columns, rows)) context.out.line(line);
      });
      return 0;
    }),
  );
}

function show(tasks: Command, kit: CommandKit): void {
  const command = tasks.command("show <id>").description("brief, contract, walls, allowed models and rubric");
  examples(command, "tasks show credit_risk", "tasks show credit_risk --json");
  command.action((id: string) =>
    runAction(kit, command, async (context) => {
      const language = context.language ?? "en";
      const task = await taskDetail(id, language, context.home);
      context.print(task, () => {
        const { out } = context;
        out.line(`${out.style("bold", task.title)}  ${task.id} ${task.version}  ${task.taskType}`);
        out.line(
          `${task.walls.timeoutSeconds} s, ${bytes(task.walls.memoryBytes)}, ${task.walls.cpuCores} CPU; ` +
            `models: ${task.walls.allowedModels?.join(", ") ?? "any pinned"}; ` +
            `prohibited: ${task.walls.prohibited.join(", ") || "nothing"}`,
        );
        out.line();
        out.line(task.brief.trimEnd());
        out.line();
        out.line(task.contract.trimEnd());
        out.line();
        for (const stage of task.rubric) {
          out.line(out.style("bold", stageName(stage.stage, language)));
          for (const check of stage.checks) out.line(`  ${check.points}  ${check.id}  ${check.title}`);
        }
      });
      return 0;
    }),
  );
}

function generate(tasks: Command, kit: CommandKit): void {
  const command = tasks
    .command("generate <id>")
    .description("write the data set of a variant: exactly what an agent sees")
    .requiredOption("--out <dir>", "a new or empty folder")
    .option("--variant <n>", "which variant", wholeNumber(0, 2 ** 31 - 1), 0)
    .option("--with-truth", "also write private/ with truth.json and labels.csv");
  examples(
    command,
    "tasks generate credit_risk --variant 3 --out ./data",
    "tasks generate credit_risk --out ./data --with-truth",
  );
  command.action((id: string, options: { out: string; variant: number; withTruth?: boolean }) =>
    runAction(kit, command, async (context) => {
      const out = resolve(options.out);
      requireEmpty(out);
      const { findTask } = await catalogue();
      const { ensureVariant } = await import("../../core/tasks/variant.ts");
      const task = await findTask(id, context.home);
      const made = await withBox(context, (box) =>
        ensureVariant(task, options.variant, context.language ?? "en", {
          generate: generatorIn(box),
          home: context.home,
          signal: context.signal,
        }),
      );
      mkdirSync(out, { recursive: true });
      const publicFolder = join(out, "public");
      const privateFolder = options.withTruth === true ? join(out, "private") : null;
      cpSync(made.public, publicFolder, { recursive: true });
      if (privateFolder !== null) cpSync(made.private, privateFolder, { recursive: true });
      const document = {
        task: task.id,
        variant: options.variant,
        digest: made.digest,
        public: publicFolder,
        private: privateFolder,
      };
      context.print(document, () => {
        context.out.line(publicFolder);
        if (privateFolder !== null) context.out.line(privateFolder);
      });
      return 0;
    }),
  );
}

function calibrate(tasks: Command, kit: CommandKit): void {
  const command = tasks
    .command("calibrate <id>")
    .description("measure baseline and reference in the sandbox")
    .option("--variants <list>", "numbers with commas between them", "0,1,2")
    .option("--save", "write calibration.json into the task's folder");
  examples(command, "tasks calibrate credit_risk", "tasks calibrate credit_risk --variants 0,1,2,3,4 --save");
  command.action((id: string, options: { variants: string; save?: boolean }) =>
    runAction(kit, command, async (context) => {
      const variants = options.variants.split(",").map(wholeNumber(0, 2 ** 31 - 1));
      const { findTask } = await catalogue();
      const { calibrate: measure, saveCalibration } = await import("../../core/tasks/calibration.ts");
      const task = await findTask(id, context.home);
      const calibration = await withBox(context, (box) =>
        measure(task, {
          generate: generatorIn(box),
          home: context.home,
          box,
          variants,
          signal: context.signal,
          onVariant: async (one, soFar) => {
            context.note(`variant ${one.variant}: ${one.baseline} to ${one.reference}`);
            // At once: a later variant that fails takes nothing from this one.
            if (options.save === true) await saveCalibration(task, soFar);
          },
        }),
      );
      context.print(calibration, () => {
        const rows = calibration.variants.map((one) => [
          String(one.variant),
          one.baseline.toFixed(4),
          one.reference.toFixed(4),
          one.standardError.toFixed(4),
          bytes(one.referencePeakMemoryBytes),
          `${one.referenceCpuSeconds.toFixed(2)} s`,
        ]);
        const titles = ["variant", "baseline", "reference", "standard error", "peak memory", "CPU"];
        for (const line of table(
          titles.map((title) => ({ title, align: "right" as const })),
          rows,
        )) {
          context.out.line(line);
        }
      });
      return 0;
    }),
  );
}

function validate(tasks: Command, kit: CommandKit): void {
  const command = tasks
    .command("validate [task]")
    .description("explain each fault of a task's folder: manifest, documents, generator, data, calibration")
    .option("--variants <list>", "whose data is checked; numbers with commas between them", "0")
    .addHelpText(
      "after",
      "\nTASK is a folder or an id; without one every task is validated. Exit code 1 where a fault is found.",
    );
  examples(command, "tasks validate credit_risk", "tasks validate ./my_task --variants 0,1,2 --json");
  command.action((named: string | undefined, options: { variants: string }) =>
    runAction(kit, command, async (context) => {
      const variants = options.variants.split(",").map(wholeNumber(0, 2 ** 31 - 1));
      const { allTaskIds } = await catalogue();
      const { validateTask } = await import("../../core/tasks/validation/validate-task.ts");
      const wanted = named === undefined ? await allTaskIds(context.home) : [named];
      const validations: TaskValidation[] = [];
      await withBox(context, async (box) => {
        for (const task of wanted) {
          const validation = await validateTask(task, {
            home: context.home,
            box,
            generate: generatorIn(box),
            variants,
            signal: context.signal,
            onProgress: (sentence) => context.note(`${task}: ${sentence}`),
          });
          validations.push(validation);
        }
      });
      const ok = validations.every((one) => one.ok);
      const findings = validations.flatMap((one) =>
        one.findings.map((found) => ({ task: one.task, ...found })),
      );
      context.print({ ok, findings, tasks: validations }, () => {
        for (const one of validations) printValidation(one, context);
      });
      return ok ? 0 : 1;
    }),
  );
}

function printValidation(validation: TaskValidation, { out }: CliContext): void {
  const { task, ok, findings, looked } = validation;
  out.line(
    `${out.style("bold", task)}  ${ok ? "no fault found" : `${findings.length} faults`} (${looked.join(", ")})`,
  );
  for (const { rule, file, line, message, fix } of findings) {
    out.line(`  ${file}${line === null ? "" : `:${line}`}  ${rule}`);
    out.line(`    ${message}`);
    out.line(`    ${fix}`);
  }
}

function newTask(tasks: Command, kit: CommandKit): void {
  const command = tasks
    .command("new <name>")
    .description("make a task of your own that validates at once, to be changed from there")
    .option(
      "--in <dir>",
      "the folder that the task's folder is made in (default: own-tasks in the data folder)",
    );
  examples(command, "tasks new late_orders", "tasks new late_orders --in ./tasks");
  command.action((name: string, options: { in?: string }) =>
    runAction(kit, command, async (context) => {
      const { makeTask } = await import("../../core/tasks/new-task.ts");
      const made = await withBox(context, (box) =>
        makeTask(name, {
          home: context.home,
          into: options.in === undefined ? null : resolve(options.in),
          generate: generatorIn(box),
          signal: context.signal,
        }),
      );
      context.print(made, () => {
        context.out.line(made.folder);
        for (const file of made.files) context.out.line(`  ${file}`);
        context.out.line(`Next: mlewb tasks validate ${made.folder}`);
      });
      return 0;
    }),
  );
}

/** A sandbox for one command. */
async function withBox<Result>(context: CliContext, work: (box: Box) => Promise<Result>): Promise<Result> {
  const machine = new Machine(context.home);
  try {
    return await work(sandboxBox(machine));
  } finally {
    await machine.close();
  }
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (readdirSync(folder).length === 0) return;
  throw new WorkbenchError(
    "conflict",
    `${folder} exists already and is not empty.`,
    "Name a new folder with --out.",
    { folder },
  );
}
