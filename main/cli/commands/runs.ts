import { resolve } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { RunStatus } from "../../../preload/contract/index.ts";
import { type CommandKit, examples, runAction, wholeNumber, withCore } from "../command-kit.ts";
import { followLog } from "../follow-log.ts";
import { printScorecard } from "../scorecard.ts";
import { table } from "../table.ts";
import { plainText } from "../terminal.ts";
import { bytes, seconds } from "../units.ts";
import { gradingsCommand, overrideCommand } from "./run-gradings.ts";

export function runsCommand(program: Command, kit: CommandKit): void {
  const runs = program.command("runs").description("the history");
  examples(runs, "runs list", "runs show RUN");
  list(runs, kit);
  show(runs, kit);
  log(runs, kit);
  exportRun(runs, kit);
  gradingsCommand(runs, kit);
  overrideCommand(runs, kit);
}

function list(runs: Command, kit: CommandKit): void {
  const command = runs
    .command("list")
    .description("runs, newest first")
    .option("--search <text>", "in ids, tasks, agents, statuses and reasons", "")
    .option("--task <id>", "only of this task")
    .addOption(new Option("--status <status>", "only with this status").choices(RunStatus.options))
    .option("--limit <n>", "at most so many", wholeNumber(1, 1000), 50)
    .option("--offset <n>", "after so many", wholeNumber(0, 2 ** 31 - 1), 0);
  examples(command, "runs list", "runs list --task credit_risk --status finished --json");
  command.action(
    (options: { search: string; task?: string; status?: RunStatus; limit: number; offset: number }) =>
      runAction(kit, command, (context) =>
        withCore(context, async (core) => {
          const page = await core.call("runs.list", options);
          context.print(page, () => {
            const rows = page.runs.map((run) => [
              run.id,
              run.task.id,
              plainText(`${run.agent.kind}:${run.agent.name}`),
              run.status,
              run.percent === null ? "-" : run.percent.toFixed(1),
              run.wallSeconds === null ? "-" : seconds(run.wallSeconds),
              run.peakMemoryBytes === null ? "-" : bytes(run.peakMemoryBytes),
            ]);
            const columns = ["run", "task", "agent", "status", "percent", "time", "memory"].map(
              (title, index) => ({
                title,
                align: index > 3 ? ("right" as const) : ("left" as const),
              }),
            );
            for (const line of table(columns, rows)) context.out.line(line);
            if (page.total > page.runs.length) context.out.line(`${page.runs.length} of ${page.total}`);
          });
          return 0;
        }),
      ),
  );
}

function show(runs: Command, kit: CommandKit): void {
  const command = runs.command("show <run>").description("the scorecard of a run");
  examples(command, "runs show RUN", "runs show RUN --json");
  command.action((id: string) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        const run = await core.call("runs.show", { id });
        context.print(run, () => printScorecard(run, context.out, context.language ?? run.language));
        return 0;
      }),
    ),
  );
}

function log(runs: Command, kit: CommandKit): void {
  const command = runs
    .command("log <run>")
    .description("what the agent's code printed")
    .option("--follow", "until the run has ended");
  examples(command, "runs log RUN", "runs log RUN --follow");
  command.action((id: string, options: { follow?: boolean }) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        if (options.follow === true && !context.json) {
          await followLog(core, id, context);
          return 0;
        }
        let text = "";
        for (let offset = 0, size = 1; offset < size; ) {
          const page = await core.call("log.read", { id, offset, limit: 262_144 });
          if (page.nextOffset === offset) break;
          if (context.json) text += page.text;
          else context.out.raw(page.text);
          offset = page.nextOffset;
          size = page.size;
        }
        context.print({ id, text }, () => undefined);
        return 0;
      }),
    ),
  );
}

function exportRun(runs: Command, kit: CommandKit): void {
  const command = runs
    .command("export <run>")
    .description("write solution, report, evidence and run.json into a new folder")
    .requiredOption("--out <dir>", "a new or empty folder");
  examples(command, "runs export RUN --out ./run", "runs export RUN --out ./run --json");
  command.action((id: string, options: { out: string }) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        const done = await core.call("runs.export", { id, out: resolve(options.out) });
        context.print(done, () =>
          context.out.line(`${done.path}  ${done.files} files, ${bytes(done.bytes)}`),
        );
        return 0;
      }),
    ),
  );
}
