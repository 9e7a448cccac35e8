import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockedNode, mustRun, repository } from "./run-command.mjs";

const inputs = [
  "main/app",
  "main/page",
  "main/rpc",
  "preload",
  "renderer",
  "electron.vite.config.ts",
  "package-lock.json",
];
const stamp = join(repository, "out", "built-from.txt");

/** Builds shell, bridges and interface when their sources are not those that were built last. */
export function buildInterface() {
  const now = digestOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  console.log("Building the interface");
  const tool = join(repository, "node_modules", "electron-vite", "bin", "electron-vite.js");
  mustRun(lockedNode(), [tool, "build", "--logLevel", "warn"], "The interface could not be built.");
  mkdirSync(join(repository, "out"), { recursive: true });
  writeFileSync(stamp, now);
}

function digestOfInputs() {
  const hash = createHash("sha256");
  for (const input of inputs) addTo(hash, input);
  return hash.digest("hex");
}

function addTo(hash, path) {
  const full = join(repository, path);
  let entries = null;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch (error) {
    if (error.code !== "ENOTDIR" && error.code !== "ENOENT") throw error;
  }
  if (entries === null) {
    if (existsSync(full)) hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
    return;
  }
  // Node 18 has no toSorted.
  // oxlint-disable-next-line unicorn/no-array-sort
  for (const name of entries.map((entry) => entry.name).sort()) addTo(hash, `${path}/${name}`);
}
