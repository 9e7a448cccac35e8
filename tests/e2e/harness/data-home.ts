import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A data folder of one test. The Python environment of MLEWB_TEST_HOME is shared by a link, because making one
 * takes half a minute; generated task data are copied, because a test may add to them; the store begins empty.
 */
export function makeDataHome(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "home-"));
  const ready = process.env["MLEWB_TEST_HOME"];
  if (ready !== undefined) {
    if (existsSync(join(ready, "python"))) symlinkSync(join(ready, "python"), join(path, "python"));
    if (existsSync(join(ready, "tasks")))
      cpSync(join(ready, "tasks"), join(path, "tasks"), { recursive: true });
  }
  mkdirSync(join(path, "shell"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
