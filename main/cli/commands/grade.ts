import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Run } from "../../../preload/contract/index.ts";
import { gradeExported } from "../../core/runs/grade-again.ts";
import { evidenceGrader } from "../../host/evidence-grader.ts";
import { Machine } from "../../host/machine.ts";
import { sandboxBox } from "../../host/sandbox-box.ts";
import { taskSource } from "../../host/task-source.ts";
import { type CommandKit, examples, runAction, withCore } from "../command-kit.ts";
import type { CliContext } from "../context.ts";
import { printScorecard } from "../scorecard.ts";

export function gradeCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("grade <run-or-dir>")
    .description("grade again with today's grader; nothing is executed, earlier gradings stay");
  examples(command, "grade RUN", "grade ./exported-run --json");
  command.action((what: string) =>
    runAction(kit, command, async (context) => {
      const run = isFolder(what)
        ? await gradeFolder(resolve(what), context)
        : await gradeStored(what, context);
      context.print({ runs: [run] }, () =>
        printScorecard(run, context.out, context.language ?? run.language),
      );
      return 0;
    }),
  );
}

const isFolder = (what: string): boolean => existsSync(what) && statSync(what).isDirectory();

const gradeStored = (id: string, context: CliContext): Promise<Run> =>
  withCore(context, (core) => core.call("runs.grade", { id }));

async function gradeFolder(folder: string, context: CliContext): Promise<Run> {
  const machine = new Machine(context.home);
  try {
    return await gradeExported(folder, gradingPorts(machine, context), context.signal);
  } finally {
    await machine.close();
  }
}

const gradingPorts = (machine: Machine, context: CliContext) => ({
  tasks: taskSource(context.home, sandboxBox(machine)),
  python: () => machine.python(),
  grader: evidenceGrader(),
});
