import { describe, expect, it } from "vitest";
import { formatRoute, parseRoute, type Route, runRoute } from "../../../renderer/app/router.ts";

const routes: readonly Route[] = [
  { page: "home" },
  { page: "tasks" },
  { page: "task", id: "credit_risk", tab: "rubric", variant: null },
  { page: "task", id: "credit_risk", tab: "data", variant: 0 },
  { page: "start", task: "credit_risk", agent: "script:/home/a b/中文/solution.py" },
  { page: "start", task: null, agent: null },
  { page: "history" },
  runRoute("r/1?x#y"),
  runRoute("r1", { tab: "code", file: "lib/a b.py", line: 12 }),
  runRoute("r1", { tab: "data", file: "data.csv", row: 0, column: "收入 & ?x=#1" }),
  runRoute("r1", { check: "data_inspection.missing" }),
  { page: "compare", a: "a/b", b: "c" },
  { page: "agents" },
  { page: "environment" },
  { page: "settings" },
];

describe("addresses", () => {
  for (const route of routes) {
    it(`${formatRoute(route)} leads back to where it came from`, () => {
      expect(parseRoute(formatRoute(route))).toEqual(route);
    });
  }

  it.each(["", "#", "#/"])("'%s' is home", (hash) => expect(parseRoute(hash)).toEqual({ page: "home" }));

  it.each(["#/nowhere", "#/runs/a/b", "#/compare/a", "#/tasks/a/b"])("%s is unknown", (hash) =>
    expect(parseRoute(hash).page).toBe("unknown"),
  );

  it("survives an address that is not well-formed", () => {
    expect(parseRoute("#/runs/%E0%A4%A")).toMatchObject({ page: "run", id: "%E0%A4%A" });
  });

  it.each(["0", "-3", "1.5", "x", ""])("takes no line '%s'", (line) =>
    expect(parseRoute(`#/runs/r1?tab=code&line=${line}`)).toMatchObject({ tab: "code", line: null }),
  );

  it.each(["-1", "1.5", "x", "", "9007199254740993"])("takes no row '%s'", (row) =>
    expect(parseRoute(`#/runs/r1?tab=data&row=${row}`)).toMatchObject({ tab: "data", row: null }),
  );

  it.each(["-1", "1.5", "2147483648", "99999999999", "x", ""])("takes no variant '%s'", (variant) =>
    expect(parseRoute(`#/tasks/t?tab=data&variant=${variant}`)).toMatchObject({ tab: "data", variant: null }),
  );

  it("shows the scorecard where a tab is unknown", () => {
    expect(parseRoute("#/runs/r1?tab=nonsense")).toMatchObject({ page: "run", tab: "scorecard" });
  });
});
