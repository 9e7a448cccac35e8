import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun, repository } from "./run-command.mjs";

/**
 * Installs what package-lock.json names unless exactly that is there. npm writes its hidden lock last, so an
 * interrupted installation shows as a missing or older one.
 */
export function installNodeModules() {
  if (isInstalled()) return;
  console.log("Installing the packages of package-lock.json (about a minute)");
  const npm = process.env.npm_execpath;
  // Warnings about the version of Node are beside the point: the lock brings the Node that everything runs on.
  // No package needs its install script, and npm before 11 would compile better-sqlite3 although it brings a binary.
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const hint = "Check the network and npm's registry settings, then run the same command again.";
  if (npm && /\.[cm]?js$/.test(npm)) mustRun(process.execPath, [npm, ...words], hint, { env: process.env });
  else mustRun("npm", words, hint, { env: process.env });
}

function isInstalled() {
  const wanted = packagesIn(join(repository, "package-lock.json"));
  const found = packagesIn(join(repository, "node_modules", ".package-lock.json"));
  if (found === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || found[path]?.version === entry.version) return true;
    return found[path] === undefined && entry.optional === true && !isForHere(entry);
  });
}

/** Optional packages of other platforms are left out by npm and must not be missed. */
function isForHere(entry) {
  // Which C library is here is npm's to judge; it left out or brought its own choice.
  if ((entry.os === undefined && entry.cpu === undefined) || entry.libc !== undefined) return false;
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

function fits(list, value) {
  return list === undefined || (list.includes(value) && !list.includes(`!${value}`));
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}
