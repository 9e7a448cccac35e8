import { expect, it } from "vitest";
import { commandOf } from "../../../scripts/setup/command-of.mjs";

it.each([
  [[], undefined],
  [["--home", "/data"], undefined],
  [["--home=/data", "--lang", "zh"], undefined],
  [["--home", "/data", "demo"], "demo"],
  [["demo", "--home", "/data"], "demo"],
  [["--json", "runs", "list"], "runs"],
])("The command among %j is %s", (words, command) => {
  expect(commandOf(words)).toBe(command);
});
