import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ProbedHoldoutInput, probedHoldout } from "../../../main/core/tasks/probed-holdout.ts";
import type { Truth } from "../../../main/core/tasks/truth.ts";

const columns: Truth["columns"] = {
  customer: { role: "identifier", type: "integer" },
  age: { role: "feature", type: "integer" },
  town: { role: "group", type: "category" },
  fee: { role: "after_the_fact", type: "number" },
};
const truth: Pick<Truth, "columns" | "faults"> = {
  columns,
  faults: [
    {
      id: "outlier.age",
      kind: "outlier",
      check: "outliers",
      fields: ["age"],
      words: ["outlier"],
      treatments: ["removed"],
      count: 0,
      rows: [],
      valid: { minimum: 0, maximum: 120 },
    },
  ],
};
const asTask: Pick<ProbedHoldoutInput, "private" | "task"> = {
  private: "",
  task: {
    probes: "rows",
    noise: { kind: "gaussian", share: 0.05 },
    data: { labelled: "data.csv", holdout: "holdout.csv", further: [] },
    key: [],
    history: [],
    text: null,
    target: null,
  },
};
let folder: string;
let from: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "probes-"));
  from = await mkdtemp(join(folder, "public-"));
  const rows = Array.from(
    { length: 600 },
    (_, i) => `${1000 + 2 * i},${i},${i % 50 === 0 ? "" : i === 77 ? 99_999 : 20 + (i % 60)},"T,${i % 4}",`,
  );
  await writeFile(join(from, "holdout.csv"), `row_id,customer,age,town,fee\n${rows.join("\n")}\n`);
  await writeFile(join(from, "data.csv"), "row_id\n1\n");
});
afterAll(() => rm(folder, { recursive: true }));

const cells = (text: string): Map<number, string[]> =>
  new Map(
    text
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.replace(/"T,(\d)"/, "T$1").split(","))
      .map((row) => [Number(row[0]), row]),
  );

describe("the hold-out of the second verification execution", () => {
  it("holds every ordinary row unchanged, and probe rows under ids that nothing marks", async () => {
    const into = join(folder, "a");
    const plan = await probedHoldout({ public: from, into, truth, ...asTask });
    const before = cells(await readFile(join(from, "holdout.csv"), "utf8"));
    const after = cells(await readFile(join(into, "holdout.csv"), "utf8"));
    for (const [id, row] of before) expect(after.get(id)).toEqual(row);
    expect(plan.noisy).toHaveLength(600);
    expect(Object.keys(plan.permuted)).toEqual(["age", "town"]);
    expect(Object.keys(plan.unrelated)).toEqual(["customer"]);
    expect(after.size).toBe(600 + 600 + 2 * 400 + 200);
    expect(Math.min(...after.keys())).toBeGreaterThanOrEqual(1000);
    expect((await readdir(into)).toSorted((a, b) => a.localeCompare(b, "en"))).toEqual([
      "data.csv",
      "holdout.csv",
    ]);
  });

  it("disturbs the numeric features of a noisy copy by a twentieth of their deviation, and nothing else", async () => {
    const into = join(folder, "b");
    const plan = await probedHoldout({ public: from, into, truth, ...asTask });
    const rows = cells(await readFile(join(into, "holdout.csv"), "utf8"));
    const changes: number[] = [];
    for (const [id, base] of plan.noisy) {
      const [probe = [], ordinary = []] = [rows.get(id), rows.get(base)];
      expect([probe[1], probe[3], probe[4]]).toEqual([ordinary[1], ordinary[3], ordinary[4]]);
      if (ordinary[2] === "") expect(probe[2]).toBe("");
      else changes.push(Number(probe[2]) - Number(ordinary[2]));
    }
    const sd = Math.sqrt(changes.reduce((sum, x) => sum + x * x, 0) / changes.length);
    // The ages are uniform over 60 years: deviation 17.3, of which a twentieth is 0.87.
    expect(sd).toBeGreaterThan(0.78);
    expect(sd).toBeLessThan(0.96);
  });

  it("exchanges one column's values within its sample and keeps the rest of the row", async () => {
    const into = join(folder, "c");
    const plan = await probedHoldout({ public: from, into, truth, ...asTask });
    const rows = cells(await readFile(join(into, "holdout.csv"), "utf8"));
    const pairs = plan.permuted["town"] ?? [];
    const sorted = (values: (string | undefined)[]) =>
      values.toSorted((a = "", b = "") => a.localeCompare(b, "en"));
    const given = sorted(pairs.map(([id]) => rows.get(id)?.[3]));
    const own = sorted(pairs.map(([, base]) => rows.get(base)?.[3]));
    expect(given).toEqual(own);
    expect(pairs.some(([id, base]) => rows.get(id)?.[3] !== rows.get(base)?.[3])).toBe(true);
    for (const [id, base] of pairs) expect(rows.get(id)?.[2]).toBe(rows.get(base)?.[2]);
  });

  it("is the same bytes every time", async () => {
    await probedHoldout({ public: from, into: join(folder, "d"), truth, ...asTask });
    await probedHoldout({ public: from, into: join(folder, "e"), truth, ...asTask });
    const read = (name: string) => readFile(join(folder, name, "holdout.csv"), "utf8");
    expect(await read("d")).toBe(await read("e"));
  });

  it("has no noisy copies on a task without noise", async () => {
    const plan = await probedHoldout({
      public: from,
      into: join(folder, "f"),
      truth,
      ...asTask,
      task: { ...asTask.task, noise: { kind: "none" } },
    });
    expect(plan.noisy).toEqual([]);
    expect(plan.permuted["age"]).toHaveLength(400);
  });
});
