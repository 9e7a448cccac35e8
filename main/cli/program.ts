import { Command } from "commander";
import { productVersion } from "../host/product-version.ts";
import type { CommandKit } from "./command-kit.ts";
import { agentsCommand } from "./commands/agents.ts";
import { compareCommand } from "./commands/compare.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { envCommand } from "./commands/env.ts";
import { gradeCommand } from "./commands/grade.ts";
import { reportCommand } from "./commands/report.ts";
import { runCommand } from "./commands/run.ts";
import { runsCommand } from "./commands/runs.ts";
import { sandboxCommand } from "./commands/sandbox.ts";
import { schemaCommand } from "./commands/schema.ts";
import { serveCommand } from "./commands/serve.ts";
import { tasksCommand } from "./commands/tasks.ts";

const commands = [
  demoCommand,
  doctorCommand,
  envCommand,
  tasksCommand,
  agentsCommand,
  runCommand,
  runsCommand,
  gradeCommand,
  compareCommand,
  reportCommand,
  sandboxCommand,
  serveCommand,
  schemaCommand,
] as const;

/** The whole command line as commander sees it. */
export function createProgram(kit: CommandKit): Command {
  const program = new Command("mlewb")
    .description(
      "Puts AI agents through machine-learning-engineering work on this machine, inside hard limits.",
    )
    .version(productVersion())
    .option("--json", "one JSON document on stdout and nothing else there")
    .option("--home <dir>", "the data folder (default: MLEWB_HOME, else the platform's)")
    .option("--lang <language>", "en or zh")
    .option("--quiet", "no progress")
    .showHelpAfterError("Add --help for what the command takes.")
    .exitOverride();
  program.addHelpText(
    "after",
    "\nExamples:\n  $ mlewb demo\n  $ mlewb run --task credit_risk --agent reference --json",
  );
  for (const add of commands) add(program, kit);
  overrideExit(program);
  return program;
}

/** Also for subcommands: an error of usage is ours to print and to number. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const each of command.commands) overrideExit(each);
}
