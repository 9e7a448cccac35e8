import { expect, test } from "vitest";
import { readSelection } from "../../../main/core/evidence/read-selection.ts";

const read = (text: string) => {
  const found = readSelection(Buffer.from(text), "user_id");
  if (found.state !== "read") throw new Error("not read");
  return found;
};

test("no file is absent, with the reason that was given", () => {
  expect(readSelection(null, "user_id", "too large")).toEqual({ state: "absent", reason: "too large" });
});

test("ids are read under a byte order mark, line ends of Windows and quotes", () => {
  const found = read('\uFEFF"user_id"\r\n"7"\r\n8\r\n');
  expect([...found.ids]).toEqual(["7", "8"]);
  expect([found.repeated, found.further, found.header.kind]).toEqual([0, [], "as_asked"]);
});

test("7.0 and 7 are one id, counted as repeated", () => {
  const found = read("user_id\n7\n7.0\n9\n");
  expect([...found.ids]).toEqual(["7", "9"]);
  expect(found.repeated).toBe(1);
  expect(found.firstRepeated).toEqual({ line: 3, id: "7" });
});

test("columns beside the id are named", () => {
  const found = read("email,user_id\na@example.com,7\n");
  expect([...found.ids]).toEqual(["7"]);
  expect(found.further).toEqual(["email"]);
});

test("one column under another name is read and the name is called a problem", () => {
  const found = read("customer\n7\n");
  expect([...found.ids]).toEqual(["7"]);
  expect(found.header).toEqual({ kind: "other_name", names: ["customer"] });
});

test("several columns without the id hold nothing", () => {
  const found = read("customer,email\n7,a@example.com\n");
  expect(found.ids.size).toBe(0);
  expect(found.header).toEqual({ kind: "no_column", names: ["customer", "email"] });
});
