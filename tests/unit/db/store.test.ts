import { join } from "node:path";
// oxlint-disable-next-line no-restricted-imports -- these tests reach behind the back of the store
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import type { Grading, NewRun } from "../../../main/core/runs/run-store.ts";
import { withOverrides } from "../../../main/core/grading/override.ts";
import { Store } from "../../../main/db/store.ts";
import { execution } from "../../contract/seed-home.ts";
import { runDocument } from "../../fixtures/runs/run-document.ts";
import { temporaryHome } from "./fixture.ts";

const document = runDocument();
const at = "2026-11-29T10:00:00.000Z";

const newRun = (id: string): NewRun => ({
  id,
  task: document.task,
  variant: 0,
  repetition: 0,
  agentSpec: "reference",
  agent: document.agent,
  language: "en",
  verify: "full",
  minLevel: null,
  at,
});

const grading = (percent: number): Grading => ({
  graderVersion: "1.0.0",
  total: percent,
  rawTotal: percent,
  percent,
  complete: true,
  stages: document.stages,
  engineering: document.engineering,
  diagnoses: document.diagnoses,
});

async function open(): Promise<{ store: Store; home: string }> {
  const home = temporaryHome();
  return { store: await Store.open(home), home };
}

describe("the store of runs", () => {
  it("gives back a run as it was finished", async () => {
    const { store } = await open();
    store.insert(newRun("a"));
    store.begin("a", at);
    store.saveExecution("a", "scored", execution);
    store.finish("a", {
      status: "finished",
      reason: null,
      at,
      phases: document.phases,
      grading: grading(88.5),
    });
    const run = store.get("a");
    expect(run).toMatchObject({
      status: "finished",
      phase: "done",
      percent: 88.5,
      stages: document.stages,
      engineering: document.engineering,
      diagnoses: document.diagnoses,
      phases: document.phases,
      sandbox: { level: "L2", walls: execution.walls },
      artifacts: execution.artifacts,
      skipped: execution.skipped,
      verification: { asked: "full", executions: [], notAvailable: [] },
    });
    expect(store.execution("a", "scored")).toEqual(execution);
    store.close();
  });

  it("keeps why the resources of a run do not compare with the reference's, and that they do", async () => {
    const { store } = await open();
    const other = [{ what: "cores", run: "1", reference: "2" } as const];
    for (const [id, notComparable] of [["a", other] as const, ["b", []] as const]) {
      store.insert(newRun(id));
      const graded = grading(70);
      const engineering = graded.engineering && { ...graded.engineering, notComparable: [...notComparable] };
      store.finish(id, {
        status: "finished",
        reason: null,
        at,
        phases: [],
        grading: { ...graded, engineering },
      });
      expect(store.get(id)?.engineering).toEqual(engineering);
    }
    store.close();
  });

  it("keeps the cell that a check points at, and that another points at none", async () => {
    const { store } = await open();
    store.insert(newRun("a"));
    const graded = grading(70);
    const [stage, ...others] = graded.stages;
    const [check, ...rest] = stage?.checks ?? [];
    if (stage === undefined || check === undefined) throw new Error("the grading has no check");
    const cell = { file: "data.csv", row_id: 105_716, column: "loan_amount" };
    const pointing = [{ ...check, cell }, { ...check, id: `${check.id}_too` }, ...rest];
    const stages = [{ ...stage, checks: pointing }, ...others];
    store.finish("a", { status: "finished", reason: null, at, phases: [], grading: { ...graded, stages } });
    expect(store.get("a")?.stages).toEqual(stages);
    store.close();
  });

  it("keeps earlier gradings and shows the newest", async () => {
    const { store } = await open();
    store.insert(newRun("a"));
    store.finish("a", { status: "finished", reason: null, at, phases: [], grading: grading(70) });
    store.addGrading("a", grading(80), null, at);
    expect(store.get("a")?.percent).toBe(80);
    expect(store.gradings("a")).toHaveLength(2);
    store.close();
  });

  it("keeps what people set beside the grader's own grading, over a new grading and until it is withdrawn", async () => {
    const { store, home } = await open();
    store.insert(newRun("a"));
    store.finish("a", { status: "finished", reason: null, at, phases: [], grading: grading(70) });
    const override = { check: "evaluation.fairness", points: 10, author: "Ada", reason: "seen", at };
    store.addOverride("a", override, withOverrides(grading(70), [override]));
    const overridden = () =>
      store
        .get("a")
        ?.stages.flatMap((stage) => stage.checks)
        .find((check) => check.id === override.check);
    expect(overridden()).toMatchObject({
      points: 10,
      override: { author: "Ada", reason: "seen", at, graded: 7 },
    });
    expect(store.ownGrading("a")).toEqual(grading(70));
    expect(store.gradings("a").map(({ kind, current }) => [kind, current])).toEqual([
      ["overridden", true],
      ["grader", false],
    ]);

    store.addGrading("a", grading(80), withOverrides(grading(80), store.overrides("a")), at);
    expect(overridden()?.points).toBe(10);
    expect(store.ownGrading("a")?.percent).toBe(80);

    store.addOverride("a", { ...override, points: null, reason: "in error" }, null);
    expect(overridden()).toEqual(document.stages[1]?.checks[1]);
    expect(store.get("a")?.percent).toBe(80);
    expect(store.gradings("a")).toHaveLength(4);
    expect(
      store.audit
        .list()
        .slice(-3)
        .map(({ action, data }) => [action, data["reason"]]),
    ).toEqual([
      ["run.overridden", "seen"],
      ["run.graded", undefined],
      ["run.override_withdrawn", "in error"],
    ]);
    store.close();
    const db = new Sqlite(join(home, "workbench.db"));
    expect(() => db.prepare("UPDATE overrides SET points = 1").run()).toThrow(/never rewritten/);
    db.close();
  });

  it("writes the end of a run whole or not at all", async () => {
    const { store } = await open();
    store.insert(newRun("a"));
    store.begin("a", at);
    const broken = {
      ...grading(90),
      diagnoses: [{ rule: null as never, group: "", message: "", fix: "", at: null }],
    };
    expect(() =>
      store.finish("a", { status: "finished", reason: null, at, phases: [], grading: broken }),
    ).toThrow(/NOT NULL/);
    expect(store.get("a")).toMatchObject({ status: "running", percent: null, stages: [], finishedAt: null });
    expect(store.gradings("a")).toHaveLength(0);
    store.close();
  });

  it("makes interrupted of what had not ended, and says how far it was", async () => {
    const { store } = await open();
    for (const id of ["waited", "ran", "ended"]) store.insert(newRun(id));
    store.begin("ran", at);
    store.setPhase("ran", "scored_run");
    store.finish("ended", { status: "failed", reason: "x", at, phases: [], grading: null });
    expect(store.interruptUnfinished(at)).toEqual(["waited", "ran"]);
    expect(store.get("ran")).toMatchObject({
      status: "interrupted",
      reason: expect.stringContaining("scored_run"),
    });
    expect(store.get("waited")).toMatchObject({
      status: "interrupted",
      reason: expect.stringContaining("queue"),
    });
    expect(store.get("ended")?.status).toBe("failed");
    store.close();
  });

  it("numbers events of a run from 1 over several batches", async () => {
    const { store } = await open();
    store.insert(newRun("a"));
    store.addEvents("a", [{ at, kind: "phase", data: { phase: "agent" } }]);
    store.addEvents("a", [
      { at, kind: "resources", data: { memoryBytes: 1 } },
      { at, kind: "decision", data: { step: "数据" } },
    ]);
    expect(store.events("a").map((event) => event.kind)).toEqual(["phase", "resources", "decision"]);
    store.close();
  });

  it("takes search text literally", async () => {
    const { store } = await open();
    store.insert(newRun("a_b"));
    store.insert(newRun("axb"));
    const found = store.list({ limit: 10, offset: 0, search: "a_b" }).runs.map((run) => run.id);
    expect(found).toEqual(["a_b"]);
    store.close();
  });

  it("opens again with everything after it was left open by a process that died", async () => {
    const { store, home } = await open();
    store.insert(newRun("a"));
    // Not closed: the write-ahead log holds the row.
    const again = await Store.open(home);
    expect(again.get("a")?.status).toBe("queued");
    again.close();
    store.close();
  });
});

describe("the audit log", () => {
  it("holds as a chain while nobody touches it", async () => {
    const { store } = await open();
    store.insert(newRun("a"));
    store.finish("a", { status: "failed", reason: "x", at, phases: [], grading: null });
    expect(store.audit.list().map((entry) => entry.action)).toEqual(["run.queued", "run.ended"]);
    expect(store.audit.firstBroken()).toBeNull();
    store.close();
  });

  it("can be neither changed nor shortened through SQL", async () => {
    const { store, home } = await open();
    store.insert(newRun("a"));
    store.close();
    const db = new Sqlite(join(home, "workbench.db"));
    expect(() => db.exec("UPDATE audit SET action = 'x'")).toThrow(/append-only/);
    expect(() => db.exec("DELETE FROM audit")).toThrow(/append-only/);
    db.close();
  });

  it("shows the first row that was changed behind its back", async () => {
    const { store, home } = await open();
    for (const id of ["a", "b", "c"]) store.insert(newRun(id));
    store.close();
    const db = new Sqlite(join(home, "workbench.db"));
    db.exec("DROP TRIGGER audit_keeps_rows; UPDATE audit SET subject = 'z' WHERE seq = 2");
    db.close();
    const again = await Store.open(home);
    expect(again.audit.firstBroken()).toBe(2);
    again.close();
  });
});
