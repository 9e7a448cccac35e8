import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadTask } from "../../../main/core/tasks/catalogue.ts";
import type { RunGenerator } from "../../../main/core/tasks/generator-run.ts";
import type { Task } from "../../../main/core/tasks/task.ts";
import { ensureVariant } from "../../../main/core/tasks/variant.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { managedPython } from "./managed-python.ts";
import { openGenerator } from "./open-generator.ts";
import { goodGenerator, placeAt, temporaryFolder, toyTasks } from "./toy-tasks.ts";

let generate: RunGenerator;
beforeAll(async () => {
  generate = openGenerator(await managedPython());
});

const toy = (generator: string = goodGenerator): Promise<Task> =>
  loadTask("toy", placeAt(toyTasks({ generator })));

async function failure(promise: Promise<unknown>): Promise<WorkbenchError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof WorkbenchError) return error;
  throw new Error(`expected a WorkbenchError, got ${String(error)}`);
}

/** Everything below `<home>/tasks/toy/<digest>`. */
function shelfOf(home: string): string[] {
  const tasks = join(home, "tasks", "toy");
  const [digest] = existsSync(tasks) ? readdirSync(tasks) : [];
  return digest === undefined ? [] : readdirSync(join(tasks, digest));
}

describe("a variant", () => {
  test("of credit_risk has the digest that the manifest names, in both languages", async () => {
    const task = await loadTask("credit_risk");
    const home = temporaryFolder();
    const english = await ensureVariant(task, 0, "en", { generate, home });
    const chinese = await ensureVariant(task, 0, "zh", { generate, home });
    expect(english.digest).toBe(task.generator.digest);
    expect(chinese.digest).toBe(task.generator.digest);
    expect(readFileSync(join(chinese.public, "README.md"), "utf8")).toContain("违约");
    expect(readFileSync(join(english.public, "README.md"), "utf8")).toContain("default");
  });

  test("shows an agent exactly these files, and limits as the contract says", async () => {
    const task = await loadTask("credit_risk");
    const { public: folder } = await ensureVariant(task, 1, "en", { generate, home: temporaryFolder() });
    expect(readdirSync(folder).toSorted()).toEqual([
      "CONTRACT.md",
      "README.md",
      "data.csv",
      "data_dictionary.md",
      "holdout.csv",
      "limits.json",
      "report.example.json",
      "report.schema.json",
    ]);
    expect(JSON.parse(readFileSync(join(folder, "limits.json"), "utf8"))).toEqual({
      cpu_cores: 2,
      memory_bytes: 1_000_000_000,
      timeout_sec: 120,
      network: false,
      allowed_models: null,
      prohibited: ["deep_learning"],
      external_data: false,
    });
  });

  test("that is there is not made again", async () => {
    const task = await toy();
    const home = temporaryFolder();
    const first = await ensureVariant(task, 1, "en", { generate, home });
    const second = await ensureVariant(task, 1, "en", {
      generate: () => Promise.reject(new Error("made again")),
      home,
    });
    expect(second).toEqual(first);
  });

  test("that was changed on disk is made anew", async () => {
    const task = await toy();
    const home = temporaryFolder();
    const folders = await ensureVariant(task, 1, "en", { generate, home });
    const file = join(folders.public, "data.csv");
    const content = readFileSync(file, "utf8");
    writeFileSync(file, "row_id,x,y\n");
    await ensureVariant(task, 1, "en", { generate, home });
    expect(readFileSync(file, "utf8")).toBe(content);
    expect(shelfOf(home)).toEqual(["variant-1-en"]);
  });

  test("0 with another digest than the manifest's is refused, naming both", async () => {
    const task = await toy();
    const home = temporaryFolder();
    const error = await failure(ensureVariant(task, 0, "en", { generate, home }));
    expect(error.code).toBe("task_invalid");
    expect(error.message).toContain("0".repeat(64));
    expect(error.message).toMatch(/generated [0-9a-f]{64}/);
    expect(shelfOf(home)).toEqual([]);
  });

  test("asked for five times at once is made whole, once", async () => {
    const task = await toy();
    const home = temporaryFolder();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => ensureVariant(task, 1, "en", { generate, home })),
    );
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(shelfOf(home)).toEqual(["variant-1-en"]);
  });

  test.each([-1, 1.5, Number.NaN])("has a whole number from 0, not %d", async (variant) => {
    const error = await failure(
      ensureVariant(await toy(), variant, "en", { generate, home: temporaryFolder() }),
    );
    expect(error.code).toBe("usage");
  });
});

describe("a generator that goes wrong leaves nothing behind", () => {
  test("when it raises", async () => {
    const task = await toy("def build(variant, out):\n    raise RuntimeError('no more rows')\n");
    const home = temporaryFolder();
    const error = await failure(ensureVariant(task, 1, "en", { generate, home }));
    expect(error.message).toContain("no more rows");
    expect(shelfOf(home)).toEqual([]);
  });

  test("and nothing is left when it is stopped from outside", async () => {
    const task = await toy(
      `${goodGenerator}\nmake = build\n\ndef build(variant, out):\n    make(variant, out)\n    while True: pass\n`,
    );
    const home = temporaryFolder();
    const stop = new AbortController();
    const running = failure(ensureVariant(task, 1, "en", { generate, home, signal: stop.signal }));
    await expect.poll(() => shelfOf(home), { timeout: 20_000 }).toHaveLength(1);
    stop.abort();
    await running;
    expect(shelfOf(home)).toEqual([]);
  });

  test("what a killed process left half made is removed by the next", async () => {
    const task = await toy();
    const home = temporaryFolder();
    await ensureVariant(task, 1, "en", { generate, home });
    const shelf = join(home, "tasks", "toy", task.digest.slice(0, 16));
    // A process number that no system gives out.
    mkdirSync(join(shelf, ".making-999999999-x", "variant"), { recursive: true });
    await ensureVariant(task, 2, "en", { generate, home });
    expect(readdirSync(shelf).toSorted()).toEqual(["variant-1-en", "variant-2-en"]);
  });
});
