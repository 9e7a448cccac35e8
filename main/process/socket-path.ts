import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { WorkbenchError } from "../../preload/contract/error.ts";

/** sockaddr_un holds 108 bytes with the final zero. */
const longestPath = 100;

/** Where the core of a data folder listens: beside the database, or where its path is short enough for a socket. */
export function socketPath(home: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\mle-workbench-${digestOf(home)}`;
  const beside = join(home, "core.sock");
  if (Buffer.byteLength(beside) <= longestPath) return beside;
  const folder = join(tmpdir(), `mlewb-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new WorkbenchError(
      "refused",
      `The folder ${folder} for the core's socket does not belong to you alone.`,
      `Remove ${folder}, set TMPDIR to a folder of your own, or choose a data folder with a shorter path.`,
      { folder },
    );
  }
  return join(folder, `${digestOf(home)}.sock`);
}

const digestOf = (home: string): string =>
  createHash("sha256").update(resolve(home)).digest("hex").slice(0, 16);
