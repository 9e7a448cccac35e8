import type { Command } from "commander";
import { type CommandKit, examples, runAction, withCore } from "../command-kit.ts";
import { table } from "../table.ts";
import { plainText } from "../terminal.ts";

export function agentsCommand(program: Command, kit: CommandKit): void {
  const agents = program
    .command("agents")
    .description("registered agents: any program that leaves a solution.py");
  examples(agents, "agents list", 'agents add mine --command "python3 /path/agent.py"');

  const list = agents.command("list").description("all registered agents");
  examples(list, "agents list", "agents list --json");
  list.action(() =>
    runAction(kit, list, (context) =>
      withCore(context, async (core) => {
        const found = await core.call("agents.list", {});
        context.print(found, () => {
          const rows = found.agents.map((agent) => [agent.name, agent.kind, plainText(agent.command)]);
          for (const line of table([{ title: "name" }, { title: "kind" }, { title: "command" }], rows)) {
            context.out.line(line);
          }
        });
        return 0;
      }),
    ),
  );

  const add = agents
    .command("add <name>")
    .description("register a command agent")
    .requiredOption(
      "--command <command>",
      "started by the shell in a work folder with brief, contract and data",
    );
  examples(
    add,
    'agents add mine --command "python3 /path/agent.py"',
    'agents add codex --command "my-agent --brief README.md --write solution.py"',
  );
  add.action((name: string, options: { command: string }) =>
    runAction(kit, add, (context) =>
      withCore(context, async (core) => {
        const agent = await core.call("agents.add", { name, command: options.command });
        context.print(agent, () => context.out.line(`${agent.name} is registered.`));
        return 0;
      }),
    ),
  );

  const remove = agents.command("remove <name>").description("forget an agent; its runs stay");
  examples(remove, "agents remove mine", "agents remove mine --json");
  remove.action((name: string) =>
    runAction(kit, remove, (context) =>
      withCore(context, async (core) => {
        const done = await core.call("agents.remove", { name });
        context.print(done, () => context.out.line(`${name} is removed.`));
        return 0;
      }),
    ),
  );

  const test = agents
    .command("test <name>")
    .description("let an agent work once, without running what it leaves");
  examples(test, "agents test mine", "agents test mine --json");
  test.action((name: string) =>
    runAction(kit, test, (context) =>
      withCore(context, async (core) => {
        const result = await core.call("agents.test", { name });
        context.print(result, () => context.out.line(plainText(`${result.message} (${result.seconds} s)`)));
        return result.ok ? 0 : 1;
      }),
    ),
  );
}
