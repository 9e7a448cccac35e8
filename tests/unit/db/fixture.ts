/** Databases as earlier versions left them, stored beside the tests and copied before they are opened. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function temporaryHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "mlewb-db-"));
  folders.push(folder);
  return folder;
}

/** A home whose database is the stored one of format `version`. */
export function homeOfVersion(version: number): string {
  const home = temporaryHome();
  copyFileSync(
    join(import.meta.dirname, "..", "..", "fixtures", "db", `v${version}.db`),
    join(home, "workbench.db"),
  );
  return home;
}
