import { expect, test } from "vitest";
import { afterDeath } from "../../../main/app/restart-policy.ts";

const minute = 60_000;

test.each([
  ["the first death", 0, null, "restart"],
  ["a death soon after a restart", 2 * minute, 1 * minute, "offer"],
  ["a death long after a restart", 30 * minute, 1 * minute, "restart"],
] as const)("%s: %s", (_name, now, lastRestart, expected) => {
  expect(afterDeath(now, lastRestart)).toBe(expected);
});
