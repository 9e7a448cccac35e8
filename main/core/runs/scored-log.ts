import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { RunFolders } from "./run-folders.ts";

/**
 * Keeps the scored run's part of the log apart, where an agent's own program wrote to the log before it:
 * what that program printed is no decision entry of the solution.
 */
export async function keepScoredLog(folders: RunFolders, from: number): Promise<void> {
  if (from === 0) return;
  await pipeline(
    createReadStream(folders.log, { start: from }),
    createWriteStream(folders.scoredLog, { mode: 0o600 }),
  );
}
