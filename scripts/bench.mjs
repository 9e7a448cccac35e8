#!/usr/bin/env node
/**
 * `npm run bench NAME [-- --write] [--repeat N] [--only PART]`: measures one part of the workbench on this machine and prints a table
 * with the goals; `--write` puts it into docs/bench.md. Without a name: every one of them.
 *
 * `--ahead` puts it before what else runs on the machine (nice -15, root): on a busy one the figures are its own then,
 * and the table says so. Not a real-time class: there the code in a box would keep the watch from its turn.
 *
 * Each is `scripts/bench/NAME.ts`. MLEWB_TEST_HOME names a data folder whose Python environment is borrowed; without
 * it the one of the tests is made.
 */
import "./setup/require-node.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { environmentForChildren, lockedNode, repository } from "./setup/run-command.mjs";

const folder = join(repository, "scripts", "bench");
const known = readdirSync(folder)
  .filter((name) => name.endsWith(".bench.ts"))
  .map((name) => name.replace(".bench.ts", ""));
const words = process.argv.slice(2);
const named = words.filter((word) => known.includes(word));
const options = words.filter((word) => !known.includes(word));
const stray = options.find(
  (word, at) =>
    !word.startsWith("--") && !["--repeat", "--only", "--kind", "--minutes"].includes(options[at - 1] ?? ""),
);
if (stray !== undefined) {
  console.error(`There is no bench "${stray}". The names are: ${known.join(", ")}.`);
  process.exit(2);
}

const home = process.env.MLEWB_TEST_HOME ?? join(repository, ".cache", "test-home");
const made = spawnSync(
  lockedNode(),
  [join(repository, "scripts", "setup", "make-environment.ts"), "--home", home],
  {
    cwd: repository,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: environmentForChildren(),
  },
);
if (made.status !== 0) process.exit(made.status ?? 1);

for (const name of named.length > 0 ? named : known) {
  const ahead = options.includes("--ahead") ? ["nice", "-n", "-15"] : [];
  const [command, ...before] = [...ahead, lockedNode()];
  const run = spawnSync(command, [...before, join(folder, `${name}.bench.ts`), ...options], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
    env: environmentForChildren({ MLEWB_TEST_HOME: home, MLEWB_BENCH_PYTHON: made.stdout.trim() }),
  });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
