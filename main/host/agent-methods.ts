import { join } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { testAgent } from "../agents/test-agent.ts";
import type { Handlers } from "../rpc/handlers.ts";
import type { MethodContext } from "./method-context.ts";
import { sandboxBox } from "./sandbox-box.ts";
import { systemClock } from "./system-clock.ts";
import { taskSource } from "./task-source.ts";

type AgentMethods = Pick<Handlers, "agents.list" | "agents.add" | "agents.remove" | "agents.test">;

/** The task that a registered agent is tried on. */
const trialTask = "credit_risk";

export function agentMethods({ home, store, machine, signal }: MethodContext): AgentMethods {
  return {
    "agents.list": () => ({ agents: store.agents.list() }),
    "agents.add": ({ name, command }) => {
      const agent = { name, command, kind: "command" as const, createdAt: systemClock.now() };
      store.write(() => {
        if (store.agents.get(name)) throw taken(name);
        store.agents.insert(agent);
        store.audit.add({ at: agent.createdAt, action: "agent.added", subject: name, data: { command } });
      });
      return agent;
    },
    "agents.remove": ({ name }) => {
      store.write(() => {
        if (!store.agents.remove(name)) throw unknown(name);
        store.audit.add({ at: systemClock.now(), action: "agent.removed", subject: name, data: {} });
      });
      return { ok: true };
    },
    "agents.test": async ({ name }) => {
      const agent = store.agents.get(name);
      if (!agent) throw unknown(name);
      const tasks = taskSource(home, sandboxBox(machine));
      const task = await tasks.load(trialTask);
      const data = await tasks.ensureVariant(task, 0, store.settings.get().language, { signal });
      const folder = join(home, "agent-tests", `${name}-${Date.now()}`);
      return testAgent(agent, { task, public: data.public, folder, signal });
    },
  };
}

const taken = (name: string): WorkbenchError =>
  new WorkbenchError(
    "conflict",
    `An agent named "${name}" is registered already.`,
    `Choose another name, or remove it first: mlewb agents remove ${name}.`,
    { name },
  );

const unknown = (name: string): WorkbenchError =>
  new WorkbenchError(
    "not_found",
    `No agent is registered under the name "${name}".`,
    "`mlewb agents list` shows those that are.",
    { name },
  );
