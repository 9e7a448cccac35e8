/** One suite for every door: whatever carries the calls, the same contract holds. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventData, type EventName, methods, type MethodName } from "../../preload/contract/index.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { keptRows, seedHome, type SeededHome } from "./seed-home.ts";

/** A door to a core that works on `home`. Errors of calls carry an ErrorBody: as WorkbenchError or in `cause`. */
export interface Door {
  call(method: string, params: unknown): Promise<unknown>;
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
  close(): Promise<void>;
}

export interface DoorKind {
  readonly name: string;
  /** Starts a core on `home` and opens a door to it. `close` of the door ends that core. */
  open(home: string): Promise<Door>;
}

export function defineContractSuite(kind: DoorKind): void {
  describe(`the contract through ${kind.name}`, () => {
    let home: SeededHome;
    let door: Door;

    beforeAll(async () => {
      home = await seedHome();
      door = await kind.open(home.path);
    });
    afterAll(async () => {
      await door.close();
      home.remove();
    });

    const call = async <M extends MethodName>(method: M, params: unknown) => {
      const result = await door.call(method, params);
      return methods[method].result.parse(result) as never as ReturnType<
        (typeof methods)[M]["result"]["parse"]
      >;
    };
    const [first, second] = [() => home.runs[0], () => home.runs[1]];

    it("says what it is", async () => {
      expect(await call("app.info", {})).toMatchObject({ home: home.path, platform: process.platform });
    });

    it("refuses an unknown method", async () => {
      await expect(codeOf(door.call("runs.explode", {}))).resolves.toBe("unknown_method");
    });

    it.each(["__proto__", "constructor", "toString"])("does not take %s for a method", async (name) => {
      await expect(codeOf(door.call(name, {}))).resolves.toBe("unknown_method");
    });

    it("refuses parameters of another shape, and names the place", async () => {
      const error = await errorOf(door.call("runs.list", { limit: "many" }));
      expect(error).toMatchObject({ code: "invalid_params", details: { issues: [{ path: "limit" }] } });
    });

    it("refuses parameters that it does not know", async () => {
      await expect(codeOf(door.call("settings.get", { surprise: 1 }))).resolves.toBe("invalid_params");
    });

    it("answers calls in any order by their id", async () => {
      const [settings, list, info] = await Promise.all([
        call("settings.get", {}),
        call("runs.list", {}),
        call("app.info", {}),
      ]);
      expect([settings.language, list.total, info.platform]).toEqual(["en", 2, process.platform]);
    });

    it("keeps settings and tells of the change", async () => {
      const told = nextEvent(door, "settings.changed");
      await call("settings.set", { theme: "dark" });
      expect(await told).toMatchObject({ theme: "dark" });
      expect(await call("settings.get", {})).toMatchObject({ theme: "dark" });
    });

    it("tells nothing after the subscription has ended", async () => {
      let heard = 0;
      const unsubscribe = door.on("settings.changed", () => {
        heard += 1;
      });
      const control = nextEvent(door, "settings.changed");
      unsubscribe();
      await call("settings.set", { theme: "light" });
      await control;
      expect(heard).toBe(0);
    });

    it("lists runs newest first, without their checks", async () => {
      const { runs, total } = await call("runs.list", {});
      expect(total).toBe(2);
      expect(runs.map((run) => run.id)).toEqual([second(), first()]);
      expect(runs[0]?.stages.length).toBeGreaterThan(0);
    });

    it("pages and searches the list", async () => {
      expect((await call("runs.list", { limit: 1, offset: 1 })).runs.map((run) => run.id)).toEqual([first()]);
      expect((await call("runs.list", { search: first() })).total).toBe(1);
      expect((await call("runs.list", { search: "100%_" })).total).toBe(0);
      expect((await call("runs.list", { status: "failed" })).total).toBe(0);
    });

    it("shows a run with stages, walls, artifacts and paths", async () => {
      const run = await call("runs.show", { id: first() });
      expect(run.stages.flatMap((stage) => stage.checks).length).toBeGreaterThan(0);
      expect(run.sandbox.walls).toHaveLength(2);
      expect(run.artifacts.map((artifact) => artifact.path)).toContain("report.json");
      expect(run.paths.solution).toBe(join(home.path, "runs", first(), "solution"));
    });

    it("gives what a run used over time", async () => {
      const { samples } = await call("runs.samples", { id: first() });
      expect(samples.map((sample) => sample.memoryBytes)).toEqual([90_000_000, 156_354_560]);
      await expect(codeOf(door.call("runs.samples", { id: "nope" }))).resolves.toBe("not_found");
    });

    it("names a run that is not there", async () => {
      await expect(codeOf(door.call("runs.show", { id: "nope" }))).resolves.toBe("not_found");
    });

    it("waits for a run that has ended without waiting", async () => {
      expect((await call("runs.wait", { id: first(), seconds: 600 })).status).toBe("finished");
    });

    it("refuses to cancel a run that has ended", async () => {
      await expect(codeOf(door.call("runs.cancel", { id: first() }))).resolves.toBe("conflict");
    });

    it("compares two runs", async () => {
      const comparison = await call("runs.compare", { a: first(), b: second() });
      expect(comparison.code.some((line) => line.kind !== "same")).toBe(true);
    });

    it("gives files of a run: text, image, binary", async () => {
      const file = (path: string) => call("runs.file", { id: first(), path });
      expect(await file("solution/solution.py")).toMatchObject({ kind: "text", text: 'print("run 0")\n' });
      expect(await file("report/figures/shap.png")).toMatchObject({ kind: "image" });
      expect(await file("report/model.bin")).toEqual({ kind: "binary", bytes: 4 });
    });

    it.each([
      "../../workbench.db",
      "solution/../../../workbench.db",
      "/etc/passwd",
      "evidence/events.jsonl",
      "report//x",
    ])("gives no file outside of what a run shows: %s", async (path) => {
      await expect(codeOf(door.call("runs.file", { id: first(), path }))).resolves.toBe("refused");
    });

    it("lists the files of a solution", async () => {
      expect(await call("runs.solution", { id: first() })).toEqual({
        files: [{ path: "solution.py", bytes: 15 }],
        left: 0,
      });
      await expect(codeOf(door.call("runs.solution", { id: "nope" }))).resolves.toBe("not_found");
    });

    it("shows a row of what an agent left and of the data it saw, and says where there is none", async () => {
      const cell = { file: "predictions.csv", row_id: 17, column: "prediction" };
      expect(await call("runs.rows", { id: first(), cell })).toMatchObject({
        state: "read",
        row: 1,
        column: 2,
        rows: [{ number: 1 }, { number: 2, cells: ["17", "holdout", "1"] }],
      });
      expect(await call("runs.rows", { id: first(), cell: { ...cell, row_id: 18 } })).toEqual({
        state: "no_row",
      });
      expect(await call("runs.rows", { id: first(), cell: { ...cell, file: "data.csv" } })).toEqual({
        state: "no_data",
      });
    });

    it.each(["../private/labels.csv", "truth.json", "/etc/passwd", ".hidden.csv"])(
      "shows no row of a file that is no table of the data: %s",
      async (file) => {
        const cell = { file, row_id: 1, column: "label" };
        await expect(codeOf(door.call("runs.rows", { id: first(), cell }))).resolves.toBe("invalid_params");
      },
    );

    it("reads a log page by page without breaking a character", async () => {
      let text = "";
      let offset = 0;
      for (let size = 1; offset < size; ) {
        const page = await call("log.read", { id: first(), offset, limit: 50_001 });
        text += page.text;
        offset = page.nextOffset;
        size = page.size;
      }
      expect(text === home.log).toBe(true);
    });

    it("follows a log to its end as it is acknowledged", async () => {
      expect((await follow(door, first(), 0)).text === home.log).toBe(true);
    });

    it("sends no more than the credit window before it is acknowledged", async () => {
      const { stream } = await call("log.follow", { id: first(), offset: 0 });
      let bytes = 0;
      const unsubscribe = door.on("log.chunk", (chunk) => {
        if (chunk.stream === stream) bytes += chunk.bytes;
      });
      // Another stream's whole way is the clock: by its end the first one has had its chance.
      await follow(door, first(), 0);
      unsubscribe();
      await call("log.stop", { stream });
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(100_000);
    });

    it("registers, lists and forgets an agent", async () => {
      await call("agents.add", { name: "mine", command: "python3 agent.py" });
      await expect(codeOf(door.call("agents.add", { name: "mine", command: "x" }))).resolves.toBe("conflict");
      expect((await call("agents.list", {})).agents.map((agent) => agent.name)).toEqual(["mine"]);
      await call("agents.remove", { name: "mine" });
      await expect(codeOf(door.call("agents.remove", { name: "mine" }))).resolves.toBe("not_found");
    });

    it("refuses a name that could be a path", async () => {
      await expect(codeOf(door.call("agents.add", { name: "../x", command: "x" }))).resolves.toBe(
        "invalid_params",
      );
    });

    it("shows tasks in both languages with a rubric of 20 points a stage", async () => {
      const { tasks } = await call("tasks.list", { language: "zh" });
      expect(tasks.map((task) => task.id)).toContain("credit_risk");
      const task = await call("tasks.show", { id: "credit_risk", language: "en" });
      for (const stage of task.rubric) {
        const sum = stage.checks.reduce((points, check) => points + check.points, 0);
        expect(Math.abs(sum - 20)).toBeLessThan(0.05);
      }
    });

    it.each(["tasks.show", "tasks.variants", "tasks.generate", "tasks.preview"])(
      "names a task that is not there: %s",
      async (method) => {
        const variant = /generate|preview/.test(method) ? { variant: 0 } : {};
        await expect(codeOf(door.call(method, { id: "nope", ...variant }))).resolves.toBe("not_found");
      },
    );

    it("says of each task which stages it has and whether its data is real", async () => {
      const { tasks } = await call("tasks.list", {});
      const said = new Map(tasks.map((task) => [task.id, [task.stages.length, task.realData]]));
      expect(said.get("credit_risk")).toEqual([6, false]);
      expect(said.get("audit_only")).toEqual([3, false]);
      expect(said.get("tumor_diagnosis")).toEqual([6, true]);
    });

    it("gives brief, card and contract in the language that is asked for", async () => {
      const [en, zh] = await Promise.all([
        call("tasks.show", { id: "credit_risk", language: "en" }),
        call("tasks.show", { id: "credit_risk", language: "zh" }),
      ]);
      for (const document of ["title", "brief", "card", "contract"] as const) {
        expect([/\p{Script=Han}/u.test(en[document]), /\p{Script=Han}/u.test(zh[document])]).toEqual([
          false,
          true,
        ]);
      }
    });

    it("lists the variants that are kept, with folder and size", async () => {
      const { variants } = await call("tasks.variants", { id: "credit_risk" });
      expect(variants.map(({ variant, language }) => [variant, language])).toEqual([[7, "en"]]);
      const [kept] = variants;
      expect(readFileSync(join(kept?.folder ?? "", "data.csv"), "utf8")).toBe(keptRows);
      expect(kept?.bytes).toBeGreaterThan(keptRows.length);
      expect(await call("tasks.variants", { id: "house_prices" })).toEqual({ variants: [] });
    });

    it("answers at once where the variant that is to be made is kept", async () => {
      const kept = await call("tasks.generate", { id: "credit_risk", variant: 7, language: "en" });
      expect((await call("tasks.variants", { id: "credit_risk" })).variants).toEqual([kept]);
    });

    it("shows first rows and a profile of each column, and no document", async () => {
      const { variant, files } = await call("tasks.preview", {
        id: "credit_risk",
        variant: 7,
        language: "en",
      });
      expect(variant.variant).toBe(7);
      expect(files.map((file) => file.name)).toEqual(["data.csv"]);
      expect(files[0]).toMatchObject({
        kind: "table",
        profiledRows: 4,
        isWhole: true,
        columns: [
          { name: "row_id", type: "number", missing: 0, distinct: 4 },
          {
            name: "city",
            type: "text",
            missing: 1,
            distinct: 2,
            mostFrequent: [{ value: "Wien", count: 2 }, {}],
          },
          { name: "income", type: "number", missing: 1, minimum: "-3", maximum: "20" },
        ],
        rows: [
          ["1", "Wien", "10.5"],
          ["2", "", "20"],
          ["3", "Graz", ""],
          ["4", "Wien", "-3"],
        ],
      });
    });

    it.each(["tasks.generate", "tasks.preview"])(
      "%s says that Python is missing, and keeps nothing",
      async (method) => {
        const error = await errorOf(door.call(method, { id: "credit_risk", variant: 8 }));
        expect(error.code).toBe("environment_missing");
        expect(error.hint).not.toBe("");
        expect((await call("tasks.variants", { id: "credit_risk" })).variants).toHaveLength(1);
      },
    );

    it.each([-1, 1.5, 2 ** 31, "0"])("takes no variant %j", async (variant) => {
      for (const method of ["tasks.generate", "tasks.preview"]) {
        await expect(codeOf(door.call(method, { id: "credit_risk", variant }))).resolves.toBe(
          "invalid_params",
        );
      }
    });

    it("names the fault of a task folder, its file and what to do", async () => {
      const folder = join(home.path, "broken_task");
      mkdirSync(folder);
      writeFileSync(join(folder, "task.yaml"), "schema: 1\nid: another\n");
      const { ok, findings } = await call("tasks.validate", { task: folder });
      expect(ok).toBe(false);
      expect(findings.some((one) => one.file === "task.yaml" && one.fix !== "")).toBe(true);
      await expect(codeOf(door.call("tasks.validate", { task: "nope" }))).resolves.toBe("not_found");
    });

    it("says that the environment is not ready, and how to make it", async () => {
      const status = await call("environment.check", {});
      expect(status.ready).toBe(false);
      expect(status.problem?.hint).not.toBe("");
      const error = await errorOf(door.call("runs.start", { task: "credit_risk", agent: "reference" }));
      expect(error.code).toBe("environment_missing");
    });

    it.each([
      [{ agent: "script:/no/such/file.py" }, "solution_missing"],
      [{ agent: "script:relative.py" }, "usage"],
      [{ agent: "solution:nope" }, "not_found"],
      [{ agent: "command:nope" }, "not_found"],
      [{ agent: "robot:x" }, "usage"],
      [{ agent: "reference", task: "nope" }, "not_found"],
      [{ agent: "reference", variant: -1 }, "invalid_params"],
    ])("refuses the start of %j with %s before there is a run", async (params, code) => {
      await expect(codeOf(door.call("runs.start", { task: "credit_risk", ...params }))).resolves.toBe(code);
      expect((await call("runs.list", {})).total).toBe(2);
    });

    it("exports a run, and not onto something that is there", async () => {
      const out = join(home.path, "exported");
      await call("runs.export", { id: first(), out });
      expect(JSON.parse(readFileSync(join(out, "run.json"), "utf8"))).toMatchObject({ id: first() });
      expect(existsSync(join(out, "solution", "solution.py"))).toBe(true);
      await expect(codeOf(door.call("runs.export", { id: first(), out }))).resolves.toBe("conflict");
      const inside = join(home.path, "runs", first(), "report", "copy");
      await expect(codeOf(door.call("runs.export", { id: first(), out: inside }))).resolves.toBe("conflict");
      expect(existsSync(inside)).toBe(false);
    });

    it("builds a report of two runs in both formats", async () => {
      for (const format of ["html", "json"]) {
        const report = await call("reports.build", { runs: [first(), second()], format });
        expect(readFileSync(report.path, "utf8") === report.content).toBe(true);
      }
    });
  });
}

/** Follows a log, acknowledging each chunk, to its end. */
async function follow(door: Door, id: string, offset: number): Promise<{ text: string; skipped: number }> {
  const seen = new Map<string, { text: string; skipped: number }>();
  const ended = new Map<string, () => void>();
  const done = new Set<string>();
  const unsubscribeChunk = door.on("log.chunk", (chunk) => {
    const one = seen.get(chunk.stream) ?? { text: "", skipped: 0 };
    seen.set(chunk.stream, { text: one.text + chunk.text, skipped: one.skipped + chunk.skipped });
    // Streams of other tests are theirs to acknowledge.
    if (chunk.bytes > 0 && (own === null || own === chunk.stream)) {
      if (own === null) early.push([chunk.stream, chunk.bytes]);
      else void door.call("log.ack", { stream: chunk.stream, bytes: chunk.bytes });
    }
  });
  let own: string | null = null;
  const early: [string, number][] = [];
  const unsubscribeEnd = door.on("log.end", ({ stream }) => {
    done.add(stream);
    ended.get(stream)?.();
  });
  const opened = methods["log.follow"].result.parse(await door.call("log.follow", { id, offset }));
  own = opened.stream;
  for (const [stream, bytes] of early) if (stream === own) void door.call("log.ack", { stream, bytes });
  if (!done.has(own)) await new Promise<void>((resolve) => ended.set(opened.stream, resolve));
  unsubscribeChunk();
  unsubscribeEnd();
  return seen.get(own) ?? { text: "", skipped: 0 };
}

function nextEvent<E extends EventName>(door: Door, event: E): Promise<EventData<E>> {
  return new Promise((resolve) => {
    const unsubscribe = door.on(event, (data) => {
      unsubscribe();
      resolve(data);
    });
  });
}

async function errorOf(result: Promise<unknown>): Promise<{ code: string; hint: string; details: unknown }> {
  try {
    await result;
  } catch (error) {
    if (error instanceof WorkbenchError) return error;
    if (error instanceof Error) return error.cause as never;
  }
  throw new Error("It was answered, not refused.");
}

const codeOf = async (result: Promise<unknown>): Promise<string> => (await errorOf(result)).code;
