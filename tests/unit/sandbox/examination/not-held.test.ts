import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { notHeldElsewhere } from "../../../../main/sandbox/examination/elsewhere.ts";
import { notHeld, notHeldAt } from "../../../../main/sandbox/examination/not-held.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/sandbox.md"), "utf8");

/** The bullets of a section, each on one line. */
function documented(title = "What is not held"): string[] {
  const section = page.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split(/^- /m)
    .slice(1)
    .map((bullet) => bullet.split("\n\n")[0]?.replaceAll(/\s+/g, " ").trim() ?? "");
}

it("What the doctor says is not held is what the documentation says, word for word", () => {
  const said = notHeld.map(({ levels, en }) => (levels === null ? en : `(${levels.join(", ")}) ${en}`));
  expect(documented()).toEqual(said);
});

it("A level is told only what applies to it", () => {
  const texts = (level: "L1" | "L2") => notHeldAt(level).map(({ en }) => en);
  expect(texts("L2").some((text) => text.startsWith("The memory watch"))).toBe(true);
  expect(texts("L1").some((text) => text.startsWith("The memory watch"))).toBe(false);
  expect(notHeldAt(null)).toEqual([]);
});

it("What is not held on macOS and Windows is what the documentation says, word for word", () => {
  const said = new Set([...(notHeldElsewhere["darwin"] ?? []), ...(notHeldElsewhere["win32"] ?? [])]);
  expect(documented("macOS and Windows").toSorted()).toEqual([...said].map(({ en }) => en).toSorted());
});
