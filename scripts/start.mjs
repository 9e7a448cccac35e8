#!/usr/bin/env node
/**
 * `npm start`: installs what is missing and opens the workbench. `npm start -- demo [options]`, and every other
 * command of mlewb after `--`, runs on the command line instead.
 *
 * Plain JavaScript for Node 18 and newer: it runs before anything is installed.
 */
import "./setup/require-node.mjs";
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandOf } from "./setup/command-of.mjs";
import { buildInterface } from "./setup/interface.mjs";
import { installNodeModules } from "./setup/node-modules.mjs";
import { environmentForChildren, lockedNode, mustRun, repository, SetupError } from "./setup/run-command.mjs";
import { installSystemPackages } from "./setup/system-packages.mjs";

const commandLine = join(repository, "main", "cli", "mlewb.ts");
const words = process.argv.slice(2);
const command = commandOf(words);
const opensWindow =
  command === undefined && !words.some((word) => ["--help", "-h", "--version"].includes(word));

try {
  installSystemPackages("running");
  installNodeModules();
  if (opensWindow || command === "serve") buildInterface();
  if (opensWindow || command === "serve" || command === "demo") makeEnvironment();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}
const electron = opensWindow ? findElectron() : null;
if (electron !== null) become(electron, [repository, ...words]);
else become(lockedNode(), [commandLine, ...(opensWindow ? ["serve"] : []), ...words]);

function makeEnvironment() {
  const at = words.indexOf("--home");
  const inline = words.find((word) => word.startsWith("--home="));
  const home = at >= 0 ? ["--home", words[at + 1] ?? ""] : inline ? [inline] : [];
  const script = join(repository, "scripts", "setup", "make-environment.ts");
  // Its standard output is for programs; what a person reads is on standard error.
  mustRun(lockedNode(), [script, ...home], "", {
    stdio: ["ignore", "ignore", "inherit"],
    env: environmentForChildren(),
  });
}

/** The desktop program, where there is one and a place to show it; null means the browser. */
function findElectron() {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    console.log("No display: opening the interface for the browser.");
    return null;
  }
  if (process.getuid?.() === 0) {
    console.log("Root cannot have Chromium's sandbox: opening the interface for the browser.");
    return null;
  }
  const folder =
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(repository, "node_modules", "electron", "dist");
  const name =
    { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" }[process.platform] ?? "electron";
  const program = join(folder, name);
  if (!existsSync(program) && !process.env.ELECTRON_OVERRIDE_DIST_PATH) downloadElectron();
  if (existsSync(program)) return program;
  console.log(`No Electron in ${folder}: opening the interface for the browser.`);
  return null;
}

/** Electron's package brings its program on first use; a machine that cannot reach it uses the browser. */
function downloadElectron() {
  console.log("Fetching Electron's program");
  const installer = join(repository, "node_modules", "electron", "install.js");
  const stdio = ["ignore", "ignore", "ignore"];
  spawnSync(lockedNode(), [installer], { stdio, timeout: 300_000, env: environmentForChildren() });
}

/** Runs the workbench in our place: its exit code is ours, and the terminal's signals reach it directly. */
function become(program, programWords) {
  const child = spawn(program, programWords, { stdio: "inherit", env: environmentForChildren() });
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`Cannot start ${program}: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
