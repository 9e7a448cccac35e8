/**
 * The table of §4.4 of the source: five solutions that behave as it says five agents did, through the whole product.
 * They come out in its ranking, each stage within two points of its cell, each total within four, and each loses
 * points in exactly the checks that `table.md` names for it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run } from "../../preload/contract/index.ts";
import { type GradedHome, lostIn, openGradedHome, runMilliseconds } from "./graded-home.ts";

const page = join(import.meta.dirname, "..", "..", "tasks", "credit_risk", "solutions", "table.md");
const STAGE = 2;
const TOTAL = 4;

/** Cells and total of the source, best first. */
const wanted: Readonly<Record<string, { readonly cells: readonly number[]; readonly total: number }>> = {
  "table-claude-3-opus": { cells: [19, 18, 17, 15, 16, 15], total: 100 },
  "table-gpt-4-turbo": { cells: [18, 15, 12, 16, 14, 8], total: 83 },
  "table-gemini-1.5-pro": { cells: [16, 14, 13, 14, 13, 10], total: 80 },
  "table-mixtral-8x7b": { cells: [14, 13, 11, 12, 10, 6], total: 66 },
  "table-llama-3-70b": { cells: [12, 10, 8, 10, 9, 5], total: 54 },
};
const agents = Object.keys(wanted);

/** Check ids under the heading of each agent. */
function lapses(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let agent = "";
  for (const line of readFileSync(page, "utf8").split("\n")) {
    agent = /^## (\S+)$/.exec(line)?.[1] ?? agent;
    const check = /^- `([a-z_]+\.[a-z_]+)`: .+ \*(?:Assumed\.\*|Sourced\* \(\d.*\)\.)$/.exec(line)?.[1];
    if (line.startsWith("- ") && check === undefined) throw new Error(`table.md cannot be read: ${line}`);
    if (check !== undefined) found.set(agent, [...(found.get(agent) ?? []), check]);
  }
  return found;
}

const sorted = (names: readonly string[]): string[] => names.toSorted((a, b) => a.localeCompare(b));

describe("table.md", () => {
  it("names the lapses of each of the five, each as sourced or assumed", () => {
    expect([...lapses().keys()]).toEqual(agents);
  });
});

function asMeasured(): void {
  let home: GradedHome;
  const runs = new Map<string, Run>();

  beforeAll(async () => {
    home = await openGradedHome();
    for (const agent of agents) runs.set(agent, await home.graded("credit_risk", `solution:${agent}`));
  }, agents.length * runMilliseconds);
  afterAll(() => home.close());

  const of = (agent: string): Run => {
    const run = runs.get(agent);
    if (run === undefined) throw new Error(`${agent} did not run`);
    return run;
  };

  it("comes out in the ranking of the source", () => {
    const ranked = agents.toSorted((a, b) => (of(b).rawTotal ?? 0) - (of(a).rawTotal ?? 0));
    expect(ranked).toEqual(agents);
  });

  it.each(agents)("%s finishes, and every check is evaluated", (agent) => {
    expect([of(agent).status, of(agent).reason, of(agent).complete]).toEqual(["finished", null, true]);
  });

  it.each(agents)("%s comes within two points of each cell and within four of its total", (agent) => {
    const { cells, total } = wanted[agent] ?? { cells: [], total: 0 };
    const off = of(agent).stages.map((stage, at) => ({
      stage: stage.id,
      off: Math.abs(stage.points - (cells[at] ?? 0)),
    }));
    expect(off.filter((one) => one.off > STAGE)).toEqual([]);
    expect(Math.abs((of(agent).rawTotal ?? 0) - total)).toBeLessThanOrEqual(TOTAL);
  });

  it.each(agents)("%s loses points in the checks that table.md names and in no other", (agent) => {
    expect(sorted(lostIn(of(agent)))).toEqual(sorted(lapses().get(agent) ?? []));
  });
}

// Five runs of three executions: the long suite only.
if (process.env["MLEWB_LONG"] === "1") describe("the table of §4.4", asMeasured);
