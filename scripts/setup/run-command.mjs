import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
export const binaries = join(repository, "node_modules", ".bin");

/** The Node that the lock brings where it has one for this platform, else the one that runs us. */
export function lockedNode() {
  const brought = join(binaries, "node");
  return existsSync(brought) ? brought : process.execPath;
}

/** Our environment with the lock's programs first, so that children of children take the lock's Node too. */
export function environmentForChildren(extra = {}) {
  return { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ""}`, ...extra };
}

/** A step that failed; its output has been seen, so the message says only what to do. */
export class SetupError extends Error {}

/** Runs a command in the repository with its output shown; throws SetupError with `hint` when it fails. */
export function mustRun(command, words, hint, options = {}) {
  const result = spawnSync(command, words, {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
    env: environmentForChildren(),
    ...options,
  });
  if (result.error) throw new SetupError(`Cannot start ${command}: ${result.error.message}. ${hint}`);
  if (result.signal) throw new SetupError(`${command} was stopped by ${result.signal}.`);
  if (result.status !== 0) throw new SetupError(`${command} ended with exit code ${result.status}. ${hint}`);
}
