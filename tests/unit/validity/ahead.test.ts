import { expect, test } from "vitest";
import { ahead } from "../../../scripts/bench/grader/ahead.ts";

test("results come in the order of the items, and no more is begun than stated", async () => {
  const begun: number[] = [];
  const ended = new Map([1, 2, 3, 4].map((item) => [item, Promise.withResolvers<string>()]));
  const results = ahead([1, 2, 3, 4], 2, (item) => {
    begun.push(item);
    return ended.get(item)?.promise ?? Promise.resolve("");
  });
  const first = results.next();
  ended.get(2)?.resolve("two");
  ended.get(1)?.resolve("one");
  expect((await first).value).toEqual({ item: 1, result: "one" });
  expect(begun).toEqual([1, 2]);
  expect((await results.next()).value).toEqual({ item: 2, result: "two" });
  expect(begun).toEqual([1, 2, 3]);
});

test("the error of an item is met where its result is asked for", async () => {
  const results = ahead([1, 2], 2, (item) =>
    item === 2 ? Promise.reject(new Error("the second")) : Promise.resolve("one"),
  );
  expect((await results.next()).value).toEqual({ item: 1, result: "one" });
  await expect(results.next()).rejects.toThrow("the second");
});
