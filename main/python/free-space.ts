import { statfs } from "node:fs/promises";
import { WorkbenchError } from "../../preload/contract/error.ts";

/** @throws WorkbenchError disk_full when the file system of `folder` has less than `needed` bytes for us. */
export async function requireFreeSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new WorkbenchError(
    "disk_full",
    `There is too little room for the Python environment: ${folder} has ${megabytes(free)} free, needed are ${megabytes(needed)}.`,
    "Free some room and run the same command again, or choose another data folder with --home or MLEWB_HOME.",
    { folder, freeBytes: free, neededBytes: needed },
  );
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
}
