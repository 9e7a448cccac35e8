import type { Command } from "commander";
import type { Comparison } from "../../../preload/contract/index.ts";
import { type CommandKit, examples, runAction, withCore } from "../command-kit.ts";
import type { CliContext } from "../context.ts";
import { table } from "../table.ts";
import { plainText } from "../terminal.ts";
import { points } from "../units.ts";
import { stageName } from "../words.ts";

export function compareCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("compare")
    .description("two runs side by side")
    .requiredOption("--a <run>", "the first run")
    .requiredOption("--b <run>", "the second run");
  examples(command, "compare --a RUN --b RUN", "compare --a RUN --b RUN --json");
  command.action((options: { a: string; b: string }) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        const comparison = await core.call("runs.compare", options);
        context.print(comparison, () => printComparison(comparison, context));
        return 0;
      }),
    ),
  );
}

function printComparison(comparison: Comparison, context: CliContext): void {
  const { out } = context;
  const language = context.language ?? "en";
  for (const each of comparison.differences) {
    out.line(`${out.style("yellow", each.what)}: ${plainText(each.a)} / ${plainText(each.b)}`);
  }
  const value = (number: number | null): string => (number === null ? "-" : points(number));
  const rows = comparison.stages.map((stage) => [
    stageName(stage.id, language),
    value(stage.a),
    value(stage.b),
    stage.a === null || stage.b === null ? "-" : signed(stage.b - stage.a),
  ]);
  const right = "right" as const;
  const head = [
    { title: "" },
    { title: "A", align: right },
    { title: "B", align: right },
    { title: "B - A", align: right },
  ];
  for (const line of table(head, rows)) out.line(line);
  out.line();
  for (const flip of comparison.flips) {
    out.line(
      `${signed(flip.difference).padStart(6)}  ${flip.id}: ${plainText((flip.b ?? flip.a)?.message ?? "")}`,
    );
  }
}

const signed = (value: number): string => `${value > 0 ? "+" : ""}${points(value)}`;
