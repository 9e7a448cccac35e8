import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { GradingComparison, Run } from "../../../preload/contract/index.ts";
import { gradeExported } from "../../core/runs/grade-again.ts";
import { evidenceGrader } from "../../host/evidence-grader.ts";
import { Machine } from "../../host/machine.ts";
import { sandboxBox } from "../../host/sandbox-box.ts";
import { taskSource } from "../../host/task-source.ts";
import { type CommandKit, examples, runAction, withCore } from "../command-kit.ts";
import type { CliContext } from "../context.ts";
import { printScorecard } from "../scorecard.ts";
import { printChanges } from "./run-gradings.ts";

export function gradeCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("grade <run-or-dir>")
    .description("grade again with today's grader; nothing is executed, earlier gradings stay");
  examples(command, "grade RUN", "grade ./exported-run --json");
  command.action((what: string) =>
    runAction(kit, command, async (context) => {
      const { run, changes } = isFolder(what)
        ? { run: await gradeFolder(resolve(what), context), changes: null }
        : await gradeStored(what, context);
      context.print({ runs: [run], ...(changes === null ? {} : { changes: [changes] }) }, () => {
        const language = context.language ?? run.language;
        printScorecard(run, context.out, language);
        if (changes === null) return;
        context.out.line();
        printChanges(changes, context.out, language);
      });
      return 0;
    }),
  );
}

const isFolder = (what: string): boolean => existsSync(what) && statSync(what).isDirectory();

/** With what changed against the grading that the run showed before; null where it had none. */
const gradeStored = (
  id: string,
  context: CliContext,
): Promise<{ readonly run: Run; readonly changes: GradingComparison | null }> =>
  withCore(context, async (core) => {
    const shown = async () =>
      (await core.call("runs.gradings", { id })).gradings.find((one) => one.current)?.id;
    const from = await shown();
    const run = await core.call("runs.grade", { id });
    const to = await shown();
    const changes =
      from === undefined || to === undefined
        ? null
        : await core.call("runs.compareGradings", { id, from, to });
    return { run, changes };
  });

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
