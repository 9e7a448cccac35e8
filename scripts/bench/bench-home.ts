import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { python } from "./sandbox-room.ts";

/** Gives `use` an empty data folder that has the managed Python, and removes it afterwards. */
export async function withBenchHome<T>(use: (home: string) => T | Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "mlewb-bench-"));
  try {
    symlinkSync(dirname(dirname(dirname(python))), join(home, "python"));
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
