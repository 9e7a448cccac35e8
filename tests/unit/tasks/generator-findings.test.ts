/** What `tasks validate` says of a generator that does not make the same bytes every time, or makes none. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { generationFailed, type RunGenerator } from "../../../main/core/tasks/generator-run.ts";
import { generatorFindings } from "../../../main/core/tasks/validation/generator-findings.ts";
import { readManifestFindings } from "../../../main/core/tasks/validation/manifest-findings.ts";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { managedPython } from "./managed-python.ts";
import { openGenerator } from "./open-generator.ts";
import { goodGenerator, placeAt, temporaryFolder, toyManifest, toyTasks } from "./toy-tasks.ts";

let python: string;
beforeAll(async () => {
  python = await managedPython();
});

async function findingsOf(options: { generator?: string; digest?: string; generate?: RunGenerator }) {
  const { generator = goodGenerator, digest = "0".repeat(64), generate = openGenerator(python) } = options;
  const walls = { ...toyManifest.walls, memory_bytes: 1_000_000_000 };
  const folder = toyTasks({ generator, manifest: { walls, generator: { version: "1", digest } } });
  const { manifest, findings } = await readManifestFindings(join(folder, "toy"), "toy");
  if (manifest === null) throw new Error(JSON.stringify(findings));
  const scratch = join(temporaryFolder(), "scratch");
  mkdirSync(scratch);
  const { signal } = new AbortController();
  return generatorFindings({ manifest, id: "toy", place: placeAt(folder), generate, scratch, signal });
}

test("the digest that variant 0 has is said, and with it nothing is found", {
  timeout: 120_000,
}, async () => {
  const { first, findings } = await findingsOf({});
  expect(findings).toMatchObject([{ rule: "generator.digest", file: "task.yaml" }]);
  const digest = /generator\.digest: "([0-9a-f]{64})"/.exec(findings[0]?.fix ?? "")?.[1] ?? "";
  expect(first?.digest).toBe(digest);
  expect((await findingsOf({ digest })).findings).toEqual([]);
});

test("the files that differ between two processes are named", { timeout: 120_000 }, async () => {
  const generator = goodGenerator.replace("{variant},1,0", "{__import__('os').getpid()},1,0");
  const { findings } = await findingsOf({ generator });
  expect(findings).toMatchObject([{ rule: "generator.deterministic", file: "generator.py" }]);
  expect(findings[0]?.message).toContain("public/data.csv");
  expect(findings[0]?.message).not.toContain("holdout.csv");
});

test("the second time is with other seeds, time zone and locale", { timeout: 120_000 }, async () => {
  const disturbed: (boolean | undefined)[] = [];
  const open = openGenerator(python);
  await findingsOf({
    generate: (run) => {
      disturbed.push(run.disturbed);
      return open(run);
    },
  });
  expect(disturbed).toEqual([false, true]);
});

describe("a generator that fails", () => {
  const failing = (why: string, stderr = ""): RunGenerator => {
    return (run) => Promise.reject(generationFailed(run, why, stderr));
  };

  test("is named with its innermost line", async () => {
    const stderr =
      'File "/x/run.py", line 70, in main\nFile "/x/generator.py", line 8, in build\nFile "/x/generator.py", line 31, in rows\nFile "/x/numpy.py", line 5\n';
    const { first, findings } = await findingsOf({ generate: failing("KeyError: 'x'", stderr) });
    expect(first).toBeNull();
    expect(findings).toMatchObject([{ rule: "generator.runs", file: "generator.py", line: 31 }]);
    expect(findings[0]?.message).toContain("KeyError: 'x'");
  });

  test("has no line where it did not crash", async () => {
    const { findings } = await findingsOf({
      generate: failing("it made nothing instead of private, public"),
    });
    expect(findings[0]?.line).toBeNull();
  });

  test.each([
    ["it took longer than 120 seconds", /faster/],
    ["the generator writes outside its folder: /etc/x", /below `out`/],
    ["it took more than 3 GB of memory", /Hold less/],
    ["something else", /mlewb tasks generate/],
  ])("is told what to do where %s", async (why, fix) => {
    const { findings } = await findingsOf({ generate: failing(why) });
    expect(findings[0]?.fix).toMatch(fix);
  });

  test("is a fault of the sandbox where that failed, and no finding", async () => {
    const broken = new WorkbenchError(
      "sandbox_unavailable",
      "The sandbox failed.",
      "Run `mlewb doctor`.",
      {},
    );
    await expect(findingsOf({ generate: () => Promise.reject(broken) })).rejects.toBe(broken);
  });
});
