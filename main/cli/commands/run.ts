import type { Command } from "commander";
import { Option } from "commander";
import type { Level, Run, Verify } from "../../../preload/contract/index.ts";
import { absoluteSpec } from "../../agents/agent-spec.ts";
import { type CommandKit, examples, runAction, wholeNumber, withCore } from "../command-kit.ts";
import { exitCodeOfRuns } from "../exit-code.ts";
import { followRun } from "../follow-run.ts";
import { printScorecard } from "../scorecard.ts";
import { warnOfNoWalls } from "../warn-unwalled.ts";

interface RunOptions {
  readonly task: string;
  readonly agent: string;
  readonly variant: number;
  readonly repetitions: number;
  readonly minLevel?: Level;
  readonly verify: Verify;
}

export function runCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("run")
    .description("run an agent on a task and grade it")
    .requiredOption("--task <id>", "which task")
    .requiredOption("--agent <spec>", "script:PATH, solution:NAME, reference, or command:NAME")
    .option("--variant <n>", "which data set", wholeNumber(0, 2 ** 31 - 1), 0)
    .option("--repetitions <n>", "how many times", wholeNumber(1, 1000), 1)
    .addOption(
      new Option("--min-level <level>", "refuse a weaker sandbox; L5 is content with none at all").choices([
        "L1",
        "L2",
        "L3",
        "L4",
        "L5",
      ]),
    )
    .addOption(
      new Option("--verify <which>", "verification runs").choices(["full", "quick", "none"]).default("full"),
    );
  examples(
    command,
    "run --task credit_risk --agent reference",
    "run --task credit_risk --agent script:./solution.py --variant 3 --json",
  );
  command.action((options: RunOptions) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        const settings = await core.call("settings.get", {});
        const language = context.language ?? settings.language;
        warnOfNoWalls(context, options.minLevel, language);
        const runs: Run[] = [];
        for (
          let repetition = 0;
          repetition < options.repetitions && !context.signal.aborted;
          repetition += 1
        ) {
          const { id } = await core.call("runs.start", {
            task: options.task,
            agent: absoluteSpec(options.agent, process.cwd()),
            variant: options.variant,
            verify: options.verify,
            language,
            repetition,
            ...(options.minLevel === undefined ? {} : { minLevel: options.minLevel }),
          });
          runs.push(await followRun(core, id, context));
        }
        context.print({ runs }, () => {
          for (const run of runs) printScorecard(run, context.out, language);
        });
        return exitCodeOfRuns(runs.map((run) => run.status));
      }),
    ),
  );
}
