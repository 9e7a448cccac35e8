import type { statfsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { networkFilesystem } from "../../../main/db/network-filesystem.ts";
import { requireNode } from "../../../main/db/node-version.ts";
import { fromSqlite } from "../../../main/db/sqlite-error.ts";

const statfs = (type: number): typeof statfsSync => (() => ({ type })) as unknown as typeof statfsSync;

describe("the file system of the data folder", () => {
  it.each([
    [0x6969, "NFS"],
    [0x0bd00bd0, "Lustre"],
    [0x47504653, "GPFS"],
    [-11317950, "CIFS"],
    [0xef53, null],
    [0x01021994, null],
  ])("with type %i is %s", (type, name) => {
    expect(networkFilesystem("/data", statfs(type))).toBe(name);
  });
});

describe("the Node version", () => {
  it.each(["22.18.0", "22.19.1", "24.21.0", "25.0.0"])("%s is taken", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });
  it.each(["18.20.0", "20.19.0", "22.13.1", "22.17.9"])(
    "%s is refused in words before SQLite is loaded",
    (version) => {
      expect(() => requireNode(version)).toThrow(new RegExp(`Node ${version.replaceAll(".", "\\.")}`));
    },
  );
});

describe("what SQLite throws", () => {
  const thrown = (code: string): Error => Object.assign(new Error("said"), { code });
  it.each([
    ["SQLITE_FULL", "disk_full"],
    ["SQLITE_CORRUPT_VTAB", "database_corrupt"],
    ["SQLITE_NOTADB", "database_corrupt"],
    ["SQLITE_BUSY", "home_locked"],
    ["SQLITE_CANTOPEN", "refused"],
    ["SQLITE_IOERR_WRITE", "refused"],
  ])("%s becomes %s and names the file", (code, wanted) => {
    expect(fromSqlite(thrown(code), "/data/workbench.db")).toMatchObject({
      code: wanted,
      message: expect.stringContaining("/data/workbench.db"),
      hint: expect.stringMatching(/\w/),
    });
  });
  it("that is a fault of ours stays what it is", () => {
    const error = thrown("SQLITE_CONSTRAINT_NOTNULL");
    expect(fromSqlite(error, "/x")).toBe(error);
  });
});
