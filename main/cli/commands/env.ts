import type { Command } from "commander";
import type { EnvironmentProgress, EnvironmentStatus } from "../../../preload/contract/index.ts";
import { Machine } from "../../host/machine.ts";
import { type CommandKit, examples, runAction } from "../command-kit.ts";
import type { CliContext } from "../context.ts";

export function envCommand(program: Command, kit: CommandKit): void {
  const env = program.command("env").description("the managed Python environment");
  examples(env, "env create", "env check --json");

  const create = env.command("create").description("make the environment where it is not ready");
  examples(create, "env create", "env create --home /data/mlewb");
  create.action(() => runAction(kit, create, (context) => make(context, false)));

  const repair = env.command("repair").description("look closely and make it anew if anything is wrong");
  examples(repair, "env repair", "env repair --json");
  repair.action(() => runAction(kit, repair, (context) => make(context, true)));

  const check = env
    .command("check")
    .description("compare what is installed with the lock")
    .option("--deep", "also compare every file and import every package");
  examples(check, "env check", "env check --deep --json");
  check.action((options: { deep?: boolean }) =>
    runAction(kit, check, async (context) => {
      const status = await new Machine(context.home).checkEnvironment(options.deep === true);
      return show(status, context);
    }),
  );
}

async function make(context: CliContext, repair: boolean): Promise<number> {
  const machine = new Machine(context.home);
  const status = await machine.createEnvironment(repair, environmentProgress(context), context.signal);
  return show(status, context);
}

/** One moving line on a terminal; elsewhere a line for each step. */
export function environmentProgress(context: CliContext): (progress: EnvironmentProgress) => void {
  let step = "";
  return (progress) => {
    if (context.quiet) return;
    const text = `${String(Math.round(progress.fraction * 100)).padStart(3)} %  ${progress.message}`;
    if (context.err.isTerminal) context.err.status(text);
    else if (progress.step !== step) context.note(text);
    step = progress.step;
  };
}

function show(status: EnvironmentStatus, context: CliContext): number {
  context.print(status, () => {
    const { out } = context;
    if (status.ready) {
      out.line(`${out.style("green", "ready")}  Python ${status.python ?? ""}  ${status.executable ?? ""}`);
    } else {
      out.line(`${out.style("red", "not ready")}  ${status.problem?.message ?? ""}`);
      out.line(status.problem?.hint ?? "");
    }
    const wrong = status.packages.filter((each) => !each.ok);
    for (const each of wrong)
      out.line(`  ${each.name}: wanted ${each.wanted}, found ${each.found ?? "nothing"}`);
    out.line(`${status.packages.length - wrong.length} of ${status.packages.length} packages as in the lock`);
  });
  return status.ready ? 0 : 3;
}
