/** Gradings of a run side by side, and points that people set. */
import { type Command, InvalidArgumentError } from "commander";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import type { GradingComparison, Language } from "../../../preload/contract/index.ts";
import { type CommandKit, examples, runAction, wholeNumber, withCore } from "../command-kit.ts";
import { printScorecard } from "../scorecard.ts";
import { table } from "../table.ts";
import { plainText, type Terminal } from "../terminal.ts";
import { points } from "../units.ts";
import { words } from "../words.ts";

export function gradingsCommand(runs: Command, kit: CommandKit): void {
  const number = wholeNumber(1, Number.MAX_SAFE_INTEGER);
  const command = runs
    .command("gradings <run>")
    .description("every grading of a run, and what changed from one to another")
    .option("--from <n>", "compare this grading", number)
    .option("--to <n>", "with this one; the current one when left out", number);
  examples(command, "runs gradings RUN", "runs gradings RUN --from 3 --to 5 --json");
  command.action((id: string, options: { from?: number; to?: number }) =>
    runAction(kit, command, (context) =>
      withCore(context, async (core) => {
        const { gradings } = await core.call("runs.gradings", { id });
        const language = context.language ?? (await core.call("runs.show", { id })).language;
        const say = words[language];
        if (options.from === undefined && options.to === undefined) {
          context.print({ gradings }, () => {
            if (gradings.length === 0) context.out.line(say.notGraded);
            else printGradings(gradings, context.out, language);
          });
          return 0;
        }
        const to = options.to ?? gradings.find((one) => one.current)?.id;
        if (options.from === undefined || to === undefined) {
          throw new WorkbenchError(
            "usage",
            "Two gradings are needed to compare.",
            `Name the earlier one with --from; \`mlewb runs gradings ${id}\` lists them.`,
          );
        }
        const comparison = await core.call("runs.compareGradings", { id, from: options.from, to });
        context.print(comparison, () => printChanges(comparison, context.out, language));
        return 0;
      }),
    ),
  );
}

function printGradings(
  gradings: readonly GradingComparison["from"][],
  out: Terminal,
  language: Language,
): void {
  const say = words[language];
  const rows = gradings.map((one) => [
    String(one.id),
    one.gradedAt,
    one.graderVersion,
    say.gradingKinds[one.kind],
    one.percent.toFixed(1),
    one.current ? "*" : "",
  ]);
  const titles = ["", say.gradedAt, say.grader, say.gradingKind, say.percent, say.current];
  for (const line of table(
    titles.map((title) => ({ title })),
    rows,
  )) {
    out.line(line);
  }
}

/** What one grading gives that another did not, a line for each check. */
export function printChanges(comparison: GradingComparison, out: Terminal, language: Language): void {
  const say = words[language];
  const { from, to, flips, gone, come } = comparison;
  out.line(
    `${say.grading} ${from.id} (${say.grader} ${from.graderVersion}, ${from.percent.toFixed(1)} %) → ${to.id} (${say.grader} ${to.graderVersion}, ${to.percent.toFixed(1)} %)`,
  );
  if (flips.length + gone.length + come.length === 0) {
    out.line(`  ${say.nothingChanged}`);
    return;
  }
  for (const flip of flips) {
    const side = (one: typeof flip.a): string =>
      one === null ? "–" : `${points(one.points)}/${points(one.maximum)}`;
    out.line(`  ${flip.id}: ${side(flip.a)} → ${side(flip.b)}  ${plainText(flip.b?.message ?? "")}`);
  }
  for (const one of gone) out.line(`  - ${one.rule}: ${plainText(one.message)}`);
  for (const one of come) out.line(`  + ${one.rule}: ${plainText(one.message)}`);
}

export function overrideCommand(runs: Command, kit: CommandKit): void {
  const command = runs
    .command("override <run>")
    .description("set the points of a check by hand; the grader's grading stays, and both are shown")
    .requiredOption("--check <id>", "for example data_inspection.missing")
    .option("--points <n>", "from 0 to the check's maximum", decimalNumber)
    .option("--withdraw", "give the check back to the grader")
    .requiredOption("--author <name>", "who decides")
    .requiredOption("--reason <text>", "why; it stands in the record and in reports");
  examples(
    command,
    'runs override RUN --check evaluation.fairness --points 5 --author "A. Reviewer" --reason "The gap is in figure 2."',
    'runs override RUN --check evaluation.fairness --withdraw --author "A. Reviewer" --reason "Set in error."',
  );
  command.action(
    (
      id: string,
      options: { check: string; points?: number; withdraw?: boolean; author: string; reason: string },
    ) =>
      runAction(kit, command, (context) =>
        withCore(context, async (core) => {
          if ((options.points === undefined) === (options.withdraw !== true)) {
            throw new WorkbenchError(
              "usage",
              "An override needs either points or to be withdrawn.",
              "Give --points N, or --withdraw.",
            );
          }
          const { check, author, reason } = options;
          const run = await core.call("runs.override", {
            id,
            check,
            points: options.points ?? null,
            author,
            reason,
          });
          context.print({ runs: [run] }, () =>
            printScorecard(run, context.out, context.language ?? run.language),
          );
          return 0;
        }),
      ),
  );
}

function decimalNumber(text: string): number {
  const value = Number(text);
  if (/^-?\d+(\.\d{1,2})?$/.test(text)) return value;
  throw new InvalidArgumentError("It must be a number with at most two decimals.");
}
