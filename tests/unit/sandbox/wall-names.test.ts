import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WallName } from "../../../preload/contract/run.ts";

test("every wall that the launcher reports is one that the contract knows", () => {
  const file = join(import.meta.dirname, "..", "..", "..", "sandbox", "launcher", "wall_records.py");
  const named = [...readFileSync(file, "utf8").matchAll(/\b_row\(\s*"([a-z_]+)"/g)].map((found) => found[1]);
  expect(named).toContain("masked_files");
  expect(named.filter((name) => !WallName.safeParse(name).success)).toEqual([]);
});
