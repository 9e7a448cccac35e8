import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seededOrder } from "../../../main/core/tasks/seeded-order.ts";
import { reorderedHoldout } from "../../../main/core/tasks/verification-data.ts";
import { temporaryFolder } from "./toy-tasks.ts";

async function reorder(holdout: string): Promise<{ before: string; after: string }> {
  const folder = temporaryFolder();
  const before = join(folder, "public");
  mkdirSync(before);
  writeFileSync(join(before, "holdout.csv"), holdout);
  writeFileSync(join(before, "data.csv"), "row_id,x,y\n1,2,3\n");
  const after = join(folder, "again");
  await reorderedHoldout(
    { data: { labelled: "data.csv", holdout: "holdout.csv", further: [] } },
    before,
    after,
  );
  return { before, after };
}

const lines = (text: string): string[] => text.trimEnd().split("\n");

test("the hold-out keeps its header and its rows, in another order", async () => {
  const rows = Array.from({ length: 50 }, (_, place) => `${place},${place * 2}`);
  const { after } = await reorder(`${["row_id,x", ...rows].join("\n")}\n`);
  const [header, ...others] = lines(readFileSync(join(after, "holdout.csv"), "utf8"));
  expect(header).toBe("row_id,x");
  expect(others).not.toEqual(rows);
  expect(others.toSorted()).toEqual(rows.toSorted());
});

test("the other files are the same", async () => {
  const { before, after } = await reorder("row_id,x\n1,2\n2,3\n");
  expect(readdirSync(after).toSorted()).toEqual(readdirSync(before).toSorted());
  expect(readFileSync(join(after, "data.csv"), "utf8")).toBe(readFileSync(join(before, "data.csv"), "utf8"));
});

test("a record with quotes, commas and a line end inside stays one record, to the byte", async () => {
  const odd = '2,"a ""b"", c\nd"';
  const { after } = await reorder(`row_id,text\n1,x\n${odd}\n3,y`);
  const text = readFileSync(join(after, "holdout.csv"), "utf8");
  expect(text).toContain(`\n${odd}\n`);
  expect(text).toHaveLength(`row_id,text\n1,x\n${odd}\n3,y\n`.length);
});

test("Windows line ends are kept", async () => {
  const { after } = await reorder("row_id,x\r\n1,2\r\n2,3\r\n");
  expect(readFileSync(join(after, "holdout.csv"), "utf8")).toBe("row_id,x\r\n2,3\r\n1,2\r\n");
});

test("the order is the same every time", async () => {
  const holdout = `row_id,x\n${Array.from({ length: 30 }, (_, place) => `${place},0\n`).join("")}`;
  const [first, second] = [await reorder(holdout), await reorder(holdout)];
  expect(readFileSync(join(second.after, "holdout.csv"), "utf8")).toBe(
    readFileSync(join(first.after, "holdout.csv"), "utf8"),
  );
});

test("the original is not touched when the copy is written anew", async () => {
  const { before, after } = await reorder("row_id,x\n1,2\n2,3\n");
  expect(readFileSync(join(before, "holdout.csv"), "utf8")).toBe("row_id,x\n1,2\n2,3\n");
  expect(readFileSync(join(after, "holdout.csv"), "utf8")).toBe("row_id,x\n2,3\n1,2\n");
});

test.each([0, 1, 2, 3, 100])("an order of %d holds each place once, and two or more are moved", (n) => {
  const order = seededOrder(n, "seed");
  const places = Array.from({ length: n }, (_, place) => place);
  expect(order.toSorted((a, b) => a - b)).toEqual(places);
  if (n > 1) expect(order).not.toEqual(places);
});
