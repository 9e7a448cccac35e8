/** The helper package in an environment: there, current, and not in the way of the check against the lock. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installHelper } from "../../../main/python/install-helper.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ask = (folder: string): string =>
  execFileSync(
    "python3",
    [
      "-B",
      "-c",
      "import sys; sys.path.insert(0, sys.argv[1]); import mle_bench, importlib.metadata as m; print(mle_bench.__file__.startswith(sys.argv[1]), m.version('mle_bench'))",
      folder,
    ],
    { encoding: "utf8" },
  );

test("the package can be imported and has its version", async () => {
  const folder = temporaryFolder();
  await installHelper(folder);
  expect(ask(folder)).toMatch(/^True \d+\.\d+\.\d+\n$/);
  expect(readdirSync(folder).toSorted()).toEqual(["mle_bench", "mle_bench.dist-info"]);
});

test("another version's files are replaced, and files of its own go", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "mle_bench"));
  writeFileSync(join(folder, "mle_bench", "__init__.py"), "raise SystemExit('old')\n");
  writeFileSync(join(folder, "mle_bench", "left_over.py"), "");
  await installHelper(folder);
  expect(ask(folder)).toMatch(/^True/);
  expect(readdirSync(join(folder, "mle_bench"))).not.toContain("left_over.py");
});

test("what is current is not written again", async () => {
  const folder = temporaryFolder();
  await installHelper(folder);
  const file = join(folder, "mle_bench", "walls.py");
  const before = statSync(file).ino;
  await installHelper(folder);
  expect(statSync(file).ino).toBe(before);
  rmSync(file);
  await installHelper(folder);
  expect(statSync(file).isFile()).toBe(true);
});
