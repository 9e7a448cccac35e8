import type { Command } from "commander";
import { type CommandKit, examples, runAction, withCore } from "../command-kit.ts";
import { exitCodeOfRuns } from "../exit-code.ts";
import { followRun } from "../follow-run.ts";
import { printScorecard } from "../scorecard.ts";
import { words } from "../words.ts";
import { environmentProgress } from "./env.ts";

const demoTask = "credit_risk";

export function demoCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("demo")
    .description("run credit_risk with the bundled reference solution, from end to end");
  examples(command, "demo", "demo --json");
  command.action(() =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        const language = context.language ?? (await core.call("settings.get", {})).language;
        if (!(await core.call("environment.check", {})).ready) {
          const unsubscribe = core.on("environment.progress", environmentProgress(context));
          await core.call("environment.create", {}).finally(unsubscribe);
        }
        const { id } = await core.call("runs.start", { task: demoTask, agent: "reference", language });
        const run = await followRun(core, id, context);
        const report = await core.call("reports.build", { runs: [id], format: "html", language });
        context.print({ runs: [run], report: { path: report.path, sha256: report.sha256 } }, () => {
          printScorecard(run, context.out, language);
          context.out.line(`${words[language].report}: ${report.path}`);
        });
        return exitCodeOfRuns([run.status]);
      }),
    ),
  );
}
