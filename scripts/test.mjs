#!/usr/bin/env node
/**
 * `npm test`: installs what is missing, runs every suite once, two side by side, and ends with the line
 * "N passed, N failed". `npm test -- NAME...` runs only the suites whose name contains one of the words; `--long`
 * adds what takes long.
 *
 * Plain JavaScript for Node 18 and newer: it runs before anything is installed.
 */
import "./setup/require-node.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installNodeModules } from "./setup/node-modules.mjs";
import { environmentForChildren, lockedNode, repository, SetupError } from "./setup/run-command.mjs";
import { installSystemPackages } from "./setup/system-packages.mjs";
import { countTool } from "./testing/counts.mjs";
import { runSuite, stopSuites } from "./testing/run-suite.mjs";
import { allSuites, longSuites } from "./testing/suites.mjs";

const lanes = 2;
const wanted = process.argv.slice(2).filter((word) => word !== "--long");
const long = process.argv.includes("--long");
const cache = join(repository, ".cache");
const home = join(cache, "test-home");
const logs = join(cache, "test-logs");
const results = [];

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    stopSuites();
    process.exit(130);
  });
}

let python = "";
try {
  installSystemPackages("testing");
  installNodeModules();
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });
  python = makeEnvironment();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}\n`);
  finish([{ name: "setup", seconds: 0, output: "", count: countTool("setup", 1) }]);
}

const environment = { MLEWB_TEST_HOME: home, MLEWB_TEST_PYTHON: python };
const build = {
  name: "build",
  command: [
    lockedNode(),
    join(repository, "node_modules", "electron-vite", "bin", "electron-vite.js"),
    "build",
  ],
  count: (code) => countTool("build", code),
};
const suites = allSuites({ reports: logs, python }).filter(isWanted);
// The browsers' suites need what the build makes.
if (isWanted(build) || suites.some(({ name }) => name.startsWith("e2e"))) {
  prepareElectron();
  await run(build);
}
const queue = [...suites];
await Promise.all(Array.from({ length: lanes }, lane));
if (long) for (const suite of longSuites({ reports: logs, python }).filter(isWanted)) await run(suite);
finish(results);

async function lane() {
  for (let suite = queue.shift(); suite !== undefined; suite = queue.shift()) await run(suite);
}

async function run(suite) {
  const result = await runSuite(suite, { logs, environment });
  results.push(result);
  const { count, seconds, output } = result;
  console.log(
    `\n──── ${suite.name}: ${count.passed} passed, ${count.failed} failed, ${seconds.toFixed(0)} s ────`,
  );
  console.log(output.trimEnd());
}

function isWanted({ name }) {
  return wanted.length === 0 || wanted.some((word) => name.includes(word));
}

/** Made before the lanes, because two of them would make it at once; without it those suites fail and say why. */
function prepareElectron() {
  if (
    process.platform !== "linux" ||
    existsSync(join(repository, "node_modules", "electron", "dist", "electron"))
  )
    return;
  spawnSync("bash", [join(repository, "scripts", "make-test-electron.sh")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** One data folder for all runs: its Python is made once. */
function makeEnvironment() {
  const script = join(repository, "scripts", "setup", "make-environment.ts");
  const made = spawnSync(lockedNode(), [script, "--home", home], {
    cwd: repository,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    env: environmentForChildren(),
  });
  if (made.status !== 0) throw new SetupError("The managed Python environment could not be made.");
  return made.stdout.trim();
}

/** The summary; its last line is the contract with CI. */
function finish(all) {
  console.log("\n──── summary ────");
  for (const { name, seconds, count } of all) {
    const skipped = count.skipped.length > 0 ? `, ${count.skipped.length} skipped` : "";
    console.log(
      `${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds.toFixed(0)} s)`,
    );
    for (const failure of count.failures) console.log(`  failed: ${failure.replaceAll("\n", "\n    ")}`);
    for (const skip of count.skipped) console.log(`  skipped: ${skip}`);
  }
  const sum = (key) => all.reduce((total, { count }) => total + count[key], 0);
  const failed = sum("failed");
  console.log(`${sum("passed")} passed, ${failed} failed`);
  process.exit(failed > 0 || all.length === 0 ? 1 : 0);
}
