import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
// oxlint-disable-next-line no-restricted-imports -- makes what another program would have left
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { Store } from "../../../main/db/store.ts";
import { homeOfVersion, temporaryHome } from "./fixture.ts";

describe("a damaged database", () => {
  it("that is no database is named, kept, and the way out is said", async () => {
    const home = temporaryHome();
    const file = join(home, "workbench.db");
    writeFileSync(file, "this is a text and no database, whatever its name says ".repeat(200));
    const before = readFileSync(file);
    await expect(Store.open(home)).rejects.toMatchObject({
      code: "database_corrupt",
      message: expect.stringContaining(file),
      hint: expect.stringContaining(`mv '${file}'`),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("with pages overwritten in the middle is found when it is opened", async () => {
    const home = homeOfVersion(1);
    const file = join(home, "workbench.db");
    const content = readFileSync(file);
    content.fill(0xff, 4096, content.length - 4096);
    writeFileSync(file, content);
    await expect(Store.open(home)).rejects.toMatchObject({ code: "database_corrupt" });
  });

  it("that was cut off is found when it is opened", async () => {
    const home = homeOfVersion(1);
    const file = join(home, "workbench.db");
    writeFileSync(file, readFileSync(file).subarray(0, 20_000));
    await expect(Store.open(home)).rejects.toMatchObject({ code: "database_corrupt" });
  });
});

describe("the database of another program", () => {
  it("is refused by its name and left as it is", async () => {
    const home = temporaryHome();
    const file = join(home, "workbench.db");
    const foreign = new Sqlite(file);
    foreign.exec("CREATE TABLE runs (distance REAL)");
    foreign.close();
    const before = readFileSync(file);
    await expect(Store.open(home)).rejects.toMatchObject({
      code: "refused",
      message: expect.stringContaining(file),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("the database file", () => {
  it("can be read by its user alone", async () => {
    const home = temporaryHome();
    (await Store.open(home)).close();
    expect(statSync(join(home, "workbench.db")).mode & 0o777).toBe(0o600);
  });
});
