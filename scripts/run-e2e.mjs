#!/usr/bin/env node
/**
 * Runs one project with everything that it needs:
 *
 *   node scripts/run-e2e.mjs chromium|electron [--no-build] [playwright arguments]      screens and security
 *   node scripts/run-e2e.mjs packaged [--no-build] [--no-package] [playwright arguments]  a package, as installed
 *   node scripts/run-e2e.mjs contract-electron [--no-build] [vitest arguments]          the contract suite
 *
 * MLEWB_TEST_HOME  a data folder with a ready Python environment (it is read, never written); without it the
 *                  tests that execute solutions fail and say so.
 *
 * As root everything runs under uid 12345, because Chromium's own sandbox, which the tests assert, refuses root.
 * Ends with the exit code of what ran. Without an Electron binary the Electron projects print
 * "skipped: no Electron binary" and end with 0, or with 1 where CI is set.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const testUid = 12345;
const isRoot = process.getuid?.() === 0;

const [project, ...rest] = process.argv.slice(2);
if (!["chromium", "electron", "packaged", "contract-electron"].includes(project)) {
  console.error(
    "usage: node scripts/run-e2e.mjs chromium|electron|packaged|contract-electron [--no-build] [arguments]",
  );
  process.exit(2);
}
const build = !rest.includes("--no-build");
const toolArguments = rest.filter((argument) => !["--no-build", "--no-package"].includes(argument));
const node = join(repository, "node_modules/.bin/node");

if (build) run([node, join(repository, "node_modules/electron-vite/bin/electron-vite.js"), "build"]);
const needsElectron = project !== "chromium";
const electron = project === "packaged" ? makeTestElectron() : needsElectron ? findElectron() : null;
if (needsElectron && electron === null) {
  console.log("skipped: no Electron binary");
  process.exit(process.env.CI ? 1 : 0);
}

if (project === "packaged" && !rest.includes("--no-package")) makePackage();
const packaged = join(repository, ".cache/test-package/linux-unpacked");

const scratch = mkdtempSync(join(tmpdir(), "mlewb-e2e-"));
let code = 1;
try {
  code = isRoot ? runAsTestUser() : runHere();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(code);

/** The installed Electron where there is one, else the test Electron, made when it is missing. */
function findElectron() {
  const installed = join(repository, "node_modules/electron/dist/electron");
  if (existsSync(installed)) return installed;
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  return makeTestElectron();
}

function makeTestElectron() {
  const folder = join(repository, ".cache/test-electron");
  const made = spawnSync("bash", [join(repository, "scripts/make-test-electron.sh"), folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return made.status === 0 ? join(folder, "electron") : null;
}

/** The product's own packaging, around the test Electron; needs no network. */
function makePackage() {
  rmSync(join(repository, ".cache/test-package"), { recursive: true, force: true });
  const modules = join(repository, "node_modules");
  run([node, join(modules, "vite/bin/vite.js"), "build", "--config", "vite.core.config.ts"]);
  const config = join(repository, "tests/packaging/electron-builder.mjs");
  run([node, join(modules, "electron-builder/cli.js"), "--linux", "dir", "--config", config]);
}

function runHere() {
  const home = process.env.MLEWB_TEST_HOME;
  return start([], { repository, home: home && resolve(home), electron, packaged });
}

function runAsTestUser() {
  chmodSync(scratch, 0o755);
  const asUser = ["setpriv", "--reuid", String(testUid), "--regid", String(testUid), "--clear-groups"];
  const home = process.env.MLEWB_TEST_HOME && resolve(process.env.MLEWB_TEST_HOME);
  const readable = (folder) =>
    spawnSync(asUser[0], [...asUser.slice(1), "test", "-r", folder, "-a", "-x", folder]).status === 0;

  const hidden = [repository, home].filter((folder) => folder && !readable(folder));
  if (hidden.length === 0) return start(asUser, { repository, home, electron, packaged });

  // A folder above is closed to others: show the folders to the test user in a mount namespace of its own.
  const shown = new Map(hidden.map((folder, index) => [folder, join(scratch, `shown-${index}`)]));
  const at = (path) => {
    for (const [folder, place] of shown) {
      if (path === folder || path?.startsWith(`${folder}/`)) return place + path.slice(folder.length);
    }
    return path;
  };
  for (const place of shown.values()) mkdirSync(place);
  const mounts = [...shown].flatMap(([folder, place]) => ["mount", "--bind", folder, place, "&&"]);
  const mount = mounts.map((word) => (word === "&&" ? word : quote(word))).join(" ");
  const script = `${mount} cd ${quote(at(repository))} && exec "$@"`;
  const entered = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh"];
  const check = spawnSync(entered[0], [
    ...entered.slice(1),
    ...asUser,
    "test",
    "-r",
    at(`${repository}/package.json`),
  ]);
  if (check.status !== 0) {
    console.error(
      `The test user (uid ${testUid}) cannot read ${hidden.join(" and ")}.\n` +
        `Chromium's sandbox refuses root, so the tests need it: chmod go+rx on the folders above and ` +
        `chmod -R go+rX on it, or run the tests as a user of your own.`,
    );
    return 1;
  }
  return start([...entered, ...asUser], {
    repository: at(repository),
    home: at(home),
    electron: at(electron ?? undefined),
    packaged: at(packaged),
  });
}

/** Runs Playwright behind `prefix`, with a HOME of its own so that nothing of the caller's is read or left. */
function start(prefix, places) {
  const home = join(scratch, "home");
  mkdirSync(home, { mode: 0o700 });
  if (isRoot) chownSync(home, testUid, testUid);
  const modules = join(places.repository, "node_modules");
  const tool =
    project === "contract-electron"
      ? [
          join(modules, "vitest/vitest.mjs"),
          "run",
          "--config=tests/contract/electron/vitest.config.ts",
          "--configLoader=native",
        ]
      : [
          join(modules, "@playwright/test/cli.js"),
          "test",
          `--project=${project}`,
          `--output=${join(home, "results")}`,
        ];
  const display = needsElectron && !process.env.DISPLAY ? ["xvfb-run", "--auto-servernum"] : [];
  const command = [...prefix, ...display, join(modules, ".bin/node"), ...tool, ...toolArguments];
  const result = spawnSync(command[0], command.slice(1), {
    // In the other namespace the script goes to where the checkout is shown.
    cwd: places.repository === repository ? repository : "/",
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      PATH: `${join(places.repository, "node_modules/.bin")}:/usr/local/bin:/usr/bin:/bin`,
      LANG: "C.UTF-8",
      HOME: home,
      TMPDIR: home,
      XDG_RUNTIME_DIR: home,
      MLEWB_E2E_ROOT: places.repository,
      MLEWB_TEST_PACKAGE: places.packaged,
      ...(process.env.CI ? { CI: process.env.CI } : {}),
      ...(process.env.DISPLAY ? { DISPLAY: process.env.DISPLAY } : {}),
      ...(places.home ? { MLEWB_TEST_HOME: places.home } : {}),
      ...(places.electron ? { MLEWB_TEST_ELECTRON: places.electron } : {}),
    },
  });
  if (result.error) console.error(`Cannot start ${command[0]}: ${result.error.message}`);
  return result.status ?? 1;
}

function run([command, ...words]) {
  const result = spawnSync(command, words, { cwd: repository, encoding: "utf8" });
  if (result.status === 0) return;
  console.error(`${result.error?.message ?? ""}${result.stdout ?? ""}${result.stderr ?? ""}`);
  process.exit(result.status ?? 1);
}

function quote(word) {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
