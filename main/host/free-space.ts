import { mkdir, statfs } from "node:fs/promises";
import { WorkbenchError } from "../../preload/contract/error.ts";

/** Artifacts, evidence and log of one run, generously. */
const neededForRun = 300_000_000;

/** @throws WorkbenchError disk_full before a run begins that could not be kept */
export async function requireSpaceForRun(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(home);
  const free = bavail * bsize;
  if (free >= neededForRun) return;
  throw new WorkbenchError(
    "disk_full",
    `The disk of the data folder ${home} has ${Math.floor(free / 1e6)} MB free; a run needs ${neededForRun / 1e6} MB.`,
    "Free some space (old runs lie in its runs folder), or choose another data folder with --home.",
    { home, freeBytes: free, neededBytes: neededForRun },
  );
}
