import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrations } from "../../../main/db/migrations/index.ts";
import { Store } from "../../../main/db/store.ts";
import { homeOfVersion, temporaryHome } from "./fixture.ts";

const id = "20260101-000000-aaaaaa";

describe("migrations", () => {
  it("make a database of nothing", async () => {
    const store = await Store.open(temporaryHome());
    expect(store.list({ limit: 10, offset: 0, search: "" })).toEqual({ runs: [], total: 0 });
    store.close();
  });

  it("lead an empty file of format 0 to the newest format", async () => {
    const home = homeOfVersion(0);
    const store = await Store.open(home);
    expect(store.audit.list()).toEqual([]);
    store.close();
    expect(versionIn(home)).toBe(migrations.length);
  });

  it("keep every row of a database of format 1", async () => {
    const home = homeOfVersion(1);
    const store = await Store.open(home);
    const run = store.get(id);
    expect(run).toMatchObject({
      status: "finished",
      percent: 90.4,
      resources: { peakMemoryBytes: 156_354_560 },
    });
    expect(run?.stages[0]?.checks[0]?.message).toBe("The lineage leads from raw data to the report.");
    expect(run?.diagnoses[0]?.at).toEqual({ file: "solution.py", line: 3 });
    expect(store.events(id)).toHaveLength(1);
    expect(store.agents.list().map((agent) => agent.name)).toEqual(["mine"]);
    expect(store.settings.get().theme).toBe("dark");
    store.close();
  });

  it("keep every grading of a database of format 2, as the grader's own", async () => {
    const store = await Store.open(homeOfVersion(2));
    expect(store.get(id)?.percent).toBe(91.2);
    expect(store.gradings(id)).toMatchObject([
      { graderVersion: "1.9.0", percent: 91.2, kind: "grader", current: true },
      { graderVersion: "1.0.0", percent: 90.4, kind: "grader", current: false },
    ]);
    expect(store.overrides(id)).toEqual([]);
    expect(store.get(id)?.stages[0]?.checks[0]?.override).toBeUndefined();
    expect(store.audit.firstBroken()).toBeNull();
    store.close();
  });

  it("keep what people set in a database of format 3, and know nothing of how its R compares", async () => {
    const store = await Store.open(homeOfVersion(3));
    expect(store.get(id)?.percent).toBe(80.4);
    expect(store.gradings(id).map(({ kind, percent }) => [kind, percent])).toEqual([
      ["overridden", 80.4],
      ["grader", 91.2],
      ["grader", 90.4],
    ]);
    expect(store.get(id)?.stages[0]?.checks[0]?.override).toMatchObject({ author: "A. Auditor", graded: 3 });
    const engineering = store.get(id)?.engineering;
    expect(engineering).toMatchObject({ metric: { name: "f1" } });
    expect(engineering?.notComparable).toBeUndefined();
    expect(store.audit.firstBroken()).toBeNull();
    store.close();
  });

  it("keep the checks of a database of format 4, which point at no cell", async () => {
    const store = await Store.open(homeOfVersion(4));
    const check = store.get(id)?.stages[0]?.checks[0];
    expect(check).toMatchObject({ message: "The lineage leads from raw data to the report." });
    expect(check).not.toHaveProperty("cell");
    expect(store.audit.firstBroken()).toBeNull();
    store.close();
  });

  it("leave a copy of what was there before", async () => {
    const home = homeOfVersion(1);
    const before = readFileSync(join(home, "workbench.db"));
    (await Store.open(home)).close();
    const copy = join(home, "workbench.db.before-v2");
    expect(versionIn(home, "workbench.db.before-v2")).toBe(1);
    expect(readFileSync(copy).length).toBe(before.length);
  });

  it("make no copy of an empty database", async () => {
    const home = homeOfVersion(0);
    (await Store.open(home)).close();
    expect(existsSync(join(home, "workbench.db.before-v1"))).toBe(false);
  });

  it("refuse a newer database and leave it as it is", async () => {
    const home = homeOfVersion(1);
    const file = join(home, "workbench.db");
    const newer = readFileSync(file);
    newer.writeUInt32BE(99, 60);
    writeFileSync(file, newer);
    await expect(Store.open(home)).rejects.toMatchObject({
      code: "database_newer",
      details: { found: 99 },
      hint: expect.stringContaining("newer workbench"),
    });
    expect(readFileSync(file).equals(newer)).toBe(true);
  });
});

/** user_version lies at byte 60 of the file, big-endian. */
function versionIn(home: string, name = "workbench.db"): number {
  return readFileSync(join(home, name)).readUInt32BE(60);
}
