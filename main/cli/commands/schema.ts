import type { Command } from "commander";
import { z } from "zod";
import * as contract from "../../../preload/contract/index.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { type CommandKit, examples, runAction } from "../command-kit.ts";

/** Documents of the command line, under the names that users type. */
const schemas = {
  run: contract.Run,
  runs: z.object({ runs: z.array(contract.Run) }),
  "run-summary": contract.RunSummary,
  comparison: contract.Comparison,
  gradings: contract.methods["runs.gradings"].result,
  "grading-comparison": contract.GradingComparison,
  doctor: contract.DoctorReport,
  environment: contract.EnvironmentStatus,
  task: contract.TaskDetail,
  tasks: contract.methods["tasks.list"].result,
  agents: contract.methods["agents.list"].result,
  "agent-test": contract.AgentTest,
  error: z.object({ error: contract.ErrorBody }),
} as const;

export function schemaCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("schema [name]")
    .description("the JSON Schema of a document; without a name, the names");
  examples(command, "schema run", "schema --json");
  command.action((name: string | undefined) =>
    runAction(kit, command, async (context) => {
      if (name === undefined) {
        const names = Object.keys(schemas);
        context.print({ schemas: names }, () => {
          for (const each of names) context.out.line(each);
        });
        return 0;
      }
      const found = Object.entries(schemas).find(([key]) => key === name);
      if (!found) {
        throw new WorkbenchError(
          "not_found",
          `There is no schema "${name}".`,
          `The names are: ${Object.keys(schemas).join(", ")}.`,
          { name },
        );
      }
      // A schema is JSON for people and programs alike.
      process.stdout.write(`${JSON.stringify(z.toJSONSchema(found[1]), null, 2)}\n`);
      return 0;
    }),
  );
}
