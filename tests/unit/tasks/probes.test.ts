/** What each kind of task gets in its second verification execution. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type ProbedHoldoutInput,
  type ProbedTask,
  probedHoldout,
} from "../../../main/core/tasks/probed-holdout.ts";
import { parseTable } from "../../../main/core/tasks/probes/holdout-table.ts";
import { withoutWord } from "../../../main/core/tasks/probes/words.ts";
import type { Truth } from "../../../main/core/tasks/truth.ts";
import { temporaryFolder } from "./toy-tasks.ts";

const gaussian = { kind: "gaussian", share: 0.05 } as const;

const ordinary: ProbedTask = {
  probes: "rows",
  noise: gaussian,
  data: { labelled: "data.csv", holdout: "holdout.csv", further: [] },
  key: [],
  history: [],
  text: null,
  target: null,
};

/** Files of a variant, and what its probing makes of them. */
async function probe(
  files: {
    readonly holdout?: string;
    readonly data?: string;
    readonly edges?: string;
    readonly labels?: string;
  },
  columns: Truth["columns"],
  task: Partial<ProbedTask>,
) {
  const folder = temporaryFolder();
  const input: ProbedHoldoutInput = {
    public: join(folder, "public"),
    private: join(folder, "private"),
    into: join(folder, "probed"),
    truth: { columns, faults: [] },
    task: { ...ordinary, ...task },
  };
  mkdirSync(input.public);
  mkdirSync(input.private);
  const write = (place: string, name: string, text: string | undefined): void => {
    if (text !== undefined) writeFileSync(join(place, name), text);
  };
  write(input.public, "data.csv", files.data ?? "row_id\n1\n");
  write(input.public, "holdout.csv", files.holdout);
  write(input.private, "edges.csv", files.edges);
  write(input.private, "labels.csv", files.labels);
  const plan = await probedHoldout(input);
  return { plan, file: (name: string) => parseTable(readFileSync(join(input.into, name), "utf8")) };
}

const byId = (rows: readonly (readonly string[])[]) => new Map(rows.map((row) => [row[0], row]));
const csv = (header: string, rows: readonly string[]): string => `${[header, ...rows].join("\n")}\n`;

describe("a forecast", () => {
  const columns: Truth["columns"] = {
    date: { role: "date", type: "date" },
    store: { role: "group", type: "category" },
    price: { role: "feature", type: "number" },
    holiday: { role: "feature", type: "integer" },
  };
  const holdout = csv(
    "row_id,date,store,price,holiday",
    Array.from({ length: 42 }, (_, i) => `${i},2024-03-${1 + Math.floor(i / 6)},S${i % 6},${10 + i},0`),
  );
  const task: Partial<ProbedTask> = {
    probes: "in_place",
    key: ["date", "store"],
    target: { column: "sales", positive: null, labels: [] },
  };

  it("keeps its rows, their ids and their keys, and alters each in one way at most", async () => {
    const { plan, file } = await probe({ holdout }, columns, task);
    const before = parseTable(holdout).rows;
    const after = file("holdout.csv").rows;
    expect(after.map((row) => row.slice(0, 3))).toEqual(before.map((row) => row.slice(0, 3)));
    const altered = [...plan.noisy, ...Object.values(plan.permuted).flat()].map(([id]) => id);
    expect(new Set(altered).size).toBe(altered.length);
    expect(plan.place).toBe("in_place");
    expect(plan.noisy.length).toBeGreaterThan(10);
  });

  it("exchanges what is known of the days, not the key, and says what could not be exchanged", async () => {
    const { plan, file } = await probe({ holdout }, columns, task);
    expect(Object.keys(plan.permuted)).toEqual(["price"]);
    // The holiday is the same on every day: nothing can be exchanged.
    expect(plan.unprobed.toSorted()).toEqual(["date", "holiday", "sales", "store"]);
    const [before, after] = [byId(parseTable(holdout).rows), byId(file("holdout.csv").rows)];
    for (const [id] of plan.permuted["price"] ?? []) {
      expect(after.get(String(id))?.[3]).not.toBe(before.get(String(id))?.[3]);
    }
  });
});

describe("a table with a history for each key", () => {
  const columns: Truth["columns"] = {
    machine: { role: "identifier", type: "integer" },
    site: { role: "group", type: "category" },
    heat: { role: "feature", type: "number" },
    load: { role: "feature", type: "number" },
  };
  const holdout = csv(
    "row_id,machine,site,heat,load",
    Array.from(
      { length: 600 },
      (_, i) => `${i},${Math.floor(i / 20)},S${Math.floor(i / 20) % 3},${(i * 7) % 97},${i}`,
    ),
  );
  const task: Partial<ProbedTask> = { probes: "keys", key: ["machine"], history: ["machine"] };

  it("alters whole histories: a tenth of the keys for each column, the rest get the noise", async () => {
    const { plan, file } = await probe({ holdout }, columns, task);
    const machine = new Map(parseTable(holdout).rows.map((row) => [Number(row[0]), row[1]]));
    const machinesOf = (pairs: readonly (readonly [number, number])[]) =>
      new Set(pairs.map(([id]) => machine.get(id)));
    expect(Object.keys(plan.permuted)).toEqual(["site", "heat", "load"]);
    for (const pairs of Object.values(plan.permuted)) {
      expect(machinesOf(pairs).size).toBe(3);
      expect(pairs).toHaveLength(3 * 20);
    }
    expect(machinesOf(plan.noisy).size).toBe(30 - 9);
    expect(file("holdout.csv").rows).toHaveLength(600);
  });
});

describe("a text task", () => {
  const columns: Truth["columns"] = {
    ticket: { role: "identifier", type: "integer" },
    channel: { role: "group", type: "category" },
    text: { role: "feature", type: "text" },
  };
  const text = (i: number): string =>
    i % 2 === 0 ? `please refund the bill number ${i}` : `the server crashed at night, server ${i}`;
  const rows = Array.from({ length: 100 }, (_, i) => `${i},${1000 + i},web,"${text(i)}"`);
  const files = {
    holdout: csv("row_id,ticket,channel,text", rows),
    data: csv(
      "row_id,ticket,channel,text",
      rows.map((row) => row.replace(/^/, "9")),
    ),
    labels: csv(
      "row_id,split,label",
      Array.from({ length: 100 }, (_, i) => `9${i},train,${i % 2 === 0 ? "billing" : "operations"}`),
    ),
  };
  const task = { text: "text", noise: { kind: "words", share: 0.05 } } as const;

  it("takes telling words out of texts that hold them", async () => {
    const { plan, file } = await probe(files, columns, task);
    const rowsById = byId(file("holdout.csv").rows);
    const server = plan.words["server"];
    expect(server?.share).toBe(0.5);
    for (const [id, base] of server?.pairs ?? []) {
      expect(rowsById.get(String(base))?.[3]).toContain("server");
      expect(rowsById.get(String(id))?.[3]).toBe(withoutWord(text(base), "server"));
    }
    expect(Object.keys(plan.words)).toContain("refund");
    expect(Object.keys(plan.permuted)).toEqual(["channel"]);
  });

  it("tries a frequent word that tells nothing of the class, too: a model may rest on it with others", async () => {
    const wordsOf = (row: number): string =>
      Array.from({ length: 10 }, (_, k) => `${row % 2 === 0 ? "a" : "b"}word${(row + 2 * k) % 50}`).join(" ");
    const many = Array.from({ length: 100 }, (_, i) => `${i},${1000 + i},web,the ${wordsOf(i)}`);
    const { plan } = await probe(
      {
        ...files,
        holdout: csv("row_id,ticket,channel,text", many),
        data: csv(
          "row_id,ticket,channel,text",
          many.map((row) => `9${row}`),
        ),
      },
      columns,
      task,
    );
    expect(Object.keys(plan.words).length).toBeGreaterThan(40);
    expect(plan.words["the"]?.share).toBe(1);
  });

  it("drops about one word in twenty of a noisy copy, and exchanges identifiers apart", async () => {
    const { plan, file } = await probe(files, columns, task);
    const rowsById = byId(file("holdout.csv").rows);
    const length = (id: number): number => (rowsById.get(String(id))?.[3] ?? "").split(" ").length;
    const [left, all] = [plan.noisy.map(([id]) => length(id)), plan.noisy.map(([, base]) => length(base))];
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    const dropped = 1 - sum(left) / sum(all);
    expect(dropped).toBeGreaterThan(0.02);
    expect(dropped).toBeLessThan(0.09);
    expect(Object.keys(plan.unrelated)).toEqual(["ticket"]);
  });

  it("removes whole words in any case and leaves one space", () => {
    expect(withoutWord("The server, servers and a SERVER fell", "server")).toBe("The , servers and a fell");
  });
});

describe("other tasks", () => {
  it("of a rule get the rows at its edges among the data", async () => {
    const { plan, file } = await probe(
      { data: csv("row_id,user", ["1,7", "2,8"]), edges: csv("row_id,user", ["3,9"]) },
      {},
      { probes: "edges", data: { labelled: "data.csv", holdout: null, further: [] } },
    );
    expect(plan.place).toBe("edges");
    expect(
      file("data.csv")
        .rows.map(String)
        .toSorted((a, b) => a.localeCompare(b, "en")),
    ).toEqual(["1,7", "2,8", "3,9"]);
  });

  it("refuse edges with other columns", async () => {
    await expect(
      probe(
        { data: csv("row_id,user", ["1,7"]), edges: csv("row_id,name", ["3,9"]) },
        {},
        { probes: "edges", data: { labelled: "data.csv", holdout: null, further: [] } },
      ),
    ).rejects.toThrow("edges.csv has other columns than data.csv");
  });

  it("leave cells alone that hold a number as text, and give the others noise", async () => {
    const { plan, file } = await probe(
      { holdout: csv("row_id,amount", ["1,10", '2,"1,200"', "3,30"]) },
      { amount: { role: "feature", type: "number" } },
      {},
    );
    const rows = byId(file("holdout.csv").rows);
    const noisy = plan.noisy.map(([id, base]) => [base, rows.get(String(id))?.[1]] as const);
    const of = new Map(noisy);
    expect(of.get(2)).toBe("1,200");
    expect(Number(of.get(1))).not.toBe(10);
  });
});
