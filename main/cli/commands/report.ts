import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { type CommandKit, examples, runAction, withCore } from "../command-kit.ts";
import { bytes } from "../units.ts";

export function reportCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("report <runs...>")
    .description("the report of one run, or of two side by side, as one file")
    .addOption(new Option("--format <format>", "what kind of file").choices(["html", "json"]).default("html"))
    .option("--out <file>", "where to write it; without it the report lies in the data folder");
  examples(command, "report RUN --out run.html", "report RUN RUN --format json --out both.json");
  command.action((runs: string[], options: { format: "html" | "json"; out?: string }) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        if (runs.length > 2) {
          throw new WorkbenchError(
            "usage",
            `${runs.length} runs were named.`,
            "A report has one run or two.",
          );
        }
        const { content, ...report } = await core.call("reports.build", {
          runs,
          format: options.format,
          ...(context.language === null ? {} : { language: context.language }),
        });
        const path = options.out === undefined ? report.path : resolve(options.out);
        if (options.out !== undefined) writeFileSync(path, content);
        context.print({ ...report, path }, () => context.out.line(`${path}  ${bytes(report.bytes)}`));
        return 0;
      }),
    ),
  );
}
