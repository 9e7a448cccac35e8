import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { Machine } from "../../host/machine.ts";
import type { Supervisor } from "../../sandbox/supervisor.ts";
import { type CommandKit, examples, runAction } from "../command-kit.ts";
import { bytes, seconds } from "../units.ts";

const patienceSeconds = 120;

export function warmCommand(sandbox: Command, kit: CommandKit): void {
  const command = sandbox
    .command("warm")
    .description("what a box costs that waits with its libraries loaded: makes one and measures it");
  examples(command, "sandbox warm", "sandbox warm --json");
  command.action(() =>
    runAction(kit, command, async (context) => {
      const machine = new Machine(context.home);
      try {
        const { folder } = await machine.python();
        const cost = await measure(await machine.supervisor(), folder, context.signal);
        context.print(cost, () => {
          context.out.line(
            `A box that waits holds ${bytes(cost.memoryBytes)} of memory and was ready after ${seconds(cost.readySeconds)}.`,
          );
          context.out.line(
            `It is given up after ${cost.idleSeconds / 60} minutes without a run, and none waits with less than ` +
              `${bytes(cost.minimumFreeBytes)} of memory available.`,
          );
        });
        return undefined;
      } finally {
        await machine.close();
      }
    }),
  );
}

interface Cost {
  readonly memoryBytes: number;
  readonly readySeconds: number;
  readonly idleSeconds: number;
  readonly minimumFreeBytes: number;
}

async function measure(supervisor: Supervisor, prefix: string, signal: AbortSignal): Promise<Cost> {
  const began = performance.now();
  const taken = () => (performance.now() - began) / 1000;
  for (let boxes = await supervisor.waiting({ count: 1, prefix }); ; boxes = await supervisor.waiting()) {
    const ready = boxes.waiting.find((box) => box.ready);
    if (ready !== undefined) {
      const { idleSeconds, minimumFreeBytes } = boxes;
      return { memoryBytes: ready.memoryBytes, readySeconds: taken(), idleSeconds, minimumFreeBytes };
    }
    if (boxes.problem !== null || taken() > patienceSeconds || boxes.freeBytes < boxes.minimumFreeBytes) {
      throw new WorkbenchError(
        "sandbox_unavailable",
        `No box waits: ${boxes.problem ?? `${bytes(boxes.freeBytes)} of memory are available`}`,
        "Run `mlewb doctor`; close programs that hold memory.",
      );
    }
    await sleep(50, undefined, { signal });
  }
}
