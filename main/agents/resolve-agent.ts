import { join } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";
import type { RegisteredAgent } from "../../preload/contract/index.ts";
import type { Agent, AgentSource } from "../core/runs/ports.ts";
import type { Task } from "../core/tasks/task.ts";
import { parseAgentSpec } from "./agent-spec.ts";
import { commandAgent } from "./command-agent.ts";
import { scriptAgent } from "./script-agent.ts";

/** Finds the agent that a spec names. `registered` looks command agents up. */
export function agentSource(registered: (name: string) => RegisteredAgent | null): AgentSource {
  return {
    resolve: async (spec, task) => {
      const parsed = parseAgentSpec(spec);
      switch (parsed.kind) {
        case "script":
          return scriptAgent(parsed.path, "script");
        case "solution":
          return bundled(parsed.name, task);
        case "command":
          return commandAgent(registered(parsed.name) ?? notRegistered(parsed.name));
        default:
          return parsed satisfies never;
      }
    },
  };
}

function bundled(name: string, task: Task): Agent {
  if (!task.solutions.includes(name)) {
    throw new WorkbenchError(
      "not_found",
      `The task ${task.id} has no bundled solution "${name}".`,
      `It has: ${task.solutions.join(", ") || "none"}.`,
      { task: task.id, solution: name },
    );
  }
  return scriptAgent(join(task.folder, "solutions", name), "solution", name);
}

function notRegistered(name: string): never {
  throw new WorkbenchError(
    "not_found",
    `No agent is registered under the name "${name}".`,
    `Register it: mlewb agents add ${name} --command "your program".`,
    { name },
  );
}
