/** Generators behind the walls of this machine: whoever wrote them, they harm nothing and a sentence says why. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateInBox } from "../../../main/core/tasks/boxed-generator.ts";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import { digestFolder } from "../../../main/core/tasks/digest.ts";
import type { GeneratorRun } from "../../../main/core/tasks/generator-run.ts";
import { productTasksFolder } from "../../../main/core/tasks/task-files.ts";
import { Machine } from "../../../main/host/machine.ts";
import { sandboxBox } from "../../../main/host/sandbox-box.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { goodGenerator, temporaryFolder, toyTasks } from "./toy-tasks.ts";

let machine: Machine;
beforeAll(() => {
  const home = process.env["MLEWB_TEST_HOME"];
  if (!home) throw new Error("These tests need MLEWB_TEST_HOME: a data folder with a Python environment.");
  machine = new Machine(resolve(home));
});
afterAll(() => machine.close());

function runOf(body: string, more: Partial<GeneratorRun> = {}): GeneratorRun {
  const tasks = toyTasks({
    generator: `${goodGenerator}\nmake = build\n\ndef build(variant, out):\n${body}\n`,
  });
  const scratch = join(temporaryFolder(), "scratch");
  mkdirSync(scratch);
  return {
    task: "toy",
    taskFolder: join(tasks, "toy"),
    sharedFolder: tasks,
    variant: 1,
    scratch,
    timeoutSeconds: 60,
    ...more,
  };
}

async function failureOf(run: GeneratorRun): Promise<WorkbenchError> {
  const error: unknown = await generateInBox(run, sandboxBox(machine)).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof WorkbenchError) return error;
  throw new Error(`expected a WorkbenchError, got ${String(error)}`);
}

describe("a generator in the sandbox", () => {
  test("makes credit_risk byte for byte as the manifest says", { timeout: 120_000 }, async () => {
    const task = await loadTask("credit_risk");
    const run = runOf("    pass", {
      task: task.id,
      taskFolder: task.folder,
      sharedFolder: productTasksFolder,
      variant: 0,
    });
    const made = await generateInBox(run, sandboxBox(machine));
    expect(await digestFolder(made)).toBe(task.generator.digest);
    expect(readdirSync(made).toSorted()).toEqual(["private", "public"]);
  });

  test.each([
    [
      "raises",
      "    make(variant, out)\n    raise RuntimeError('no more rows')",
      /RuntimeError: no more rows/,
    ],
    [
      "makes half of it",
      "    out.mkdir(exist_ok=True)\n    (out / 'public').mkdir()\n    (out / 'public' / 'a.csv').write_text('a')",
      /made public instead of private, public/,
    ],
    ["writes elsewhere", "    open('/tmp/elsewhere.txt', 'w')", /outside its folder: \/tmp\/elsewhere/],
    ["changes itself", "    open(__file__, 'a')", /outside its folder: \/mle\/solution\/generator\.py/],
    [
      "leaves a link",
      "    make(variant, out)\n    (out / 'public' / 'x').symlink_to('/etc/passwd')",
      /outside its folder: \/etc\/passwd/,
    ],
    [
      "reads what is not its own",
      "    make(variant, out)\n    open('/etc/shadow').read()",
      /No such file|not permitted|denied/i,
    ],
    [
      "starts a program",
      "    import subprocess\n    subprocess.run(['true'])",
      /subprocess|program|permitted/i,
    ],
    ["opens a socket", "    import socket\n    socket.socket()", /socket|network/i],
    [
      "takes too much memory",
      "    import numpy\n    held = [numpy.ones(50_000_000) for _ in range(20)]",
      /more than 3 GB of memory/,
    ],
  ])("that %s is refused with the reason", { timeout: 120_000 }, async (_what, body, message) => {
    const error = await failureOf(runOf(body));
    expect(error.code).toBe("task_invalid");
    expect(error.message).toMatch(message);
    expect(existsSync("/tmp/elsewhere.txt")).toBe(false);
  });

  test("that never ends is ended", { timeout: 120_000 }, async () => {
    const error = await failureOf(runOf("    while True: pass", { timeoutSeconds: 2 }));
    expect(error.message).toContain("longer than 2 seconds");
  });

  test("ends when it is stopped from outside", { timeout: 120_000 }, async () => {
    const stop = new AbortController();
    const failed = failureOf(runOf("    while True: pass", { signal: stop.signal }));
    setTimeout(() => stop.abort(), 500);
    expect((await failed).code).toBe("interrupted");
  });
});
