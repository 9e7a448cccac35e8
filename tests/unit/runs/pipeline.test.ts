import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { WorkbenchError } from "../../../preload/contract/error.ts";
import { ended, request, type Scene, scene, type Script } from "./fake-ports.ts";

/** Starts one run and waits for its end. */
async function run(script: Script = {}, more = {}): Promise<Scene & { readonly id: string }> {
  const stage = await scene(script);
  const id = await stage.runs.start(request(more));
  await stage.runs.wait(id, 20);
  return { ...stage, id };
}

describe("a run", () => {
  it("goes through its phases and is finished with a grading", async () => {
    const { runs, id, news } = await run();
    const document = runs.show(id);
    expect(document).toMatchObject({
      status: "finished",
      reason: null,
      percent: 90,
      agent: { fingerprint: "f" },
    });
    expect(document.phases.map((each) => each.phase)).toEqual([
      "generating",
      "agent",
      "scored_run",
      "verification",
      "judging",
      "grading",
    ]);
    expect(document.phases.every((each) => each.seconds > 0)).toBe(true);
    expect(news.map((each) => each.status).filter((status) => status !== "running")).toEqual([
      "queued",
      "finished",
    ]);
  });

  it("is scored under the task's walls with the light recorder", async () => {
    const { jobs } = await run({}, { minLevel: "L4" });
    expect(jobs[0]).toMatchObject({
      limits: { wallSeconds: 120, memoryBytes: 1e9, cores: 2 },
      shownLimits: null,
      recorder: "events",
      minLevel: "L4",
      seed: 42,
    });
  });

  it("is verified under wider walls that it is not told of, with the full recorder", async () => {
    const { jobs } = await run();
    const [scored, verification] = jobs;
    expect(verification?.shownLimits).toEqual(scored?.limits);
    expect(verification?.limits.wallSeconds).toBeGreaterThan(120);
    expect(verification?.limits.memoryBytes).toBeGreaterThan(1e9);
    expect(verification?.recorder).toBe("full");
    expect(verification?.data).not.toBe(scored?.data);
  });

  it.each([
    ["none", 1, "skipped", []],
    ["quick", 2, "done", ["reordered"]],
    ["full", 3, "done", ["reordered", "probes"]],
  ] as const)("with --verify %s says what took place", async (verify, executions, kind, kinds) => {
    const { jobs, graded, runs, id } = await run({}, { verify });
    expect([jobs.length, graded[0]?.verification.kind]).toEqual([executions, kind]);
    expect(runs.show(id).verification).toMatchObject({
      asked: verify,
      executions: kinds.map((each) => ({ kind: each, status: "finished" })),
      notAvailable: [],
    });
  });

  it.each(["failed", "timeout", "out_of_memory"] as const)(
    "that ends %s is graded on what it left, unverified",
    async (status) => {
      const { jobs, graded, runs, id } = await run({ box: () => ended({ status, reason: "why" }) });
      expect([jobs.length, graded[0]?.verification.kind]).toEqual([1, "not_finished"]);
      expect(runs.show(id)).toMatchObject({ status, percent: 90 });
    },
  );

  it("that failed says file and line of its error", async () => {
    const stderr = `Traceback (most recent call last):
  File "/mle/solution/solution.py", line 12, in <module>
    main()
  File "/mle/solution/lib/model.py", line 7, in main
    fit(x)
ValueError: Input X contains NaN.
`;
    const { runs, id } = await run({ box: () => ended({ status: "failed", exitCode: 1, stderr }) });
    expect(runs.show(id).reason).toBe("ValueError: Input X contains NaN. (lib/model.py, line 7)");
  });

  it("with a syntax error says where it is", async () => {
    const stderr = `  File "/mle/solution/solution.py", line 3
    def broken(:
               ^
SyntaxError: invalid syntax
`;
    const { runs, id } = await run({ box: () => ended({ status: "failed", exitCode: 1, stderr }) });
    expect(runs.show(id).reason).toBe("SyntaxError: invalid syntax (solution.py, line 3)");
  });

  it("whose agent fails ends there and is not graded", async () => {
    const agent = {
      identity: { kind: "command" as const, name: "mine", version: null, fingerprint: null },
      work: async () => ({ kind: "failed" as const, reason: "It left no solution.py." }),
    };
    const { runs, id, jobs } = await run({ agent });
    expect(runs.show(id)).toMatchObject({
      status: "failed",
      reason: "It left no solution.py.",
      percent: null,
    });
    expect(jobs).toEqual([]);
  });

  it("gives the grader only what the scored run printed", async () => {
    const agent = {
      identity: { kind: "command" as const, name: "mine", version: null, fingerprint: null },
      work: async (room: { log: string }) => {
        appendFileSync(room.log, '{"step": "forged by the agent"}\n');
        return { kind: "ready" as const, identity: agent.identity };
      },
    };
    const { graded } = await run({
      agent,
      box: (job) => {
        appendFileSync(job.log, "printed by the solution\n");
        return ended({});
      },
    });
    expect(readFileSync(graded[0]?.folders.log ?? "", "utf8")).toBe("printed by the solution\n");
  });
});

describe("a fault of ours", () => {
  it("in the sandbox is an infrastructure failure with its cause", async () => {
    const { runs, id } = await run({
      box: () => ended({ status: "infrastructure", reason: "bwrap went away" }),
    });
    expect(runs.show(id)).toMatchObject({
      status: "infrastructure",
      reason: "bwrap went away",
      percent: null,
    });
  });

  it("that the sandbox throws carries its way out", async () => {
    const { runs, id } = await run({
      box: () => {
        throw new WorkbenchError("sandbox_unavailable", "No bubblewrap.", "Install bubblewrap.");
      },
    });
    expect(runs.show(id)).toMatchObject({
      status: "infrastructure",
      reason: "No bubblewrap. Install bubblewrap.",
    });
  });

  it("that is a weaker machine than was asked for refuses the run", async () => {
    const { runs, id } = await run({
      box: () => {
        throw new WorkbenchError("level_too_low", "L2 is offered, L1 was asked for.", "");
      },
    });
    expect(runs.show(id).status).toBe("refused");
  });

  it("in the verification leaves the scored run's grading, which says so", async () => {
    const { runs, id, graded } = await run({
      box: (_job, n) => (n === 1 ? ended({}) : ended({ status: "infrastructure", reason: "no room" })),
    });
    expect(graded[0]?.verification).toEqual({ kind: "fault", error: "no room" });
    expect(graded[0]?.probes).toEqual({ kind: "fault", error: "no room" });
    expect(runs.show(id)).toMatchObject({ status: "finished", percent: 90 });
  });

  it("while judging names the run an infrastructure failure and keeps the scored run", async () => {
    const { runs, id, store } = await run({
      gather: () => {
        throw new Error("judge broke");
      },
    });
    expect(runs.show(id)).toMatchObject({
      status: "infrastructure",
      reason: expect.stringContaining("judge broke"),
    });
    expect(store.execution(id, "scored")?.status).toBe("finished");
  });

  it("before the run (no environment, no room) makes no run at all", async () => {
    const disk = new WorkbenchError("disk_full", "Full.", "Free some.");
    const stage = await scene({ requireSpace: () => Promise.reject(disk) });
    await expect(stage.runs.start(request())).rejects.toBe(disk);
    expect(stage.runs.list({ limit: 10, offset: 0, search: "" }).total).toBe(0);
  });

  it("that keeps the end from being written is told to whoever waits", async () => {
    const stage = await scene();
    const disk = new WorkbenchError("disk_full", "Full.", "Free some.");
    stage.store.finish = () => {
      throw disk;
    };
    const id = await stage.runs.start(request());
    await expect(stage.runs.wait(id, 20)).rejects.toBe(disk);
    expect(stage.store.get(id)?.status).toBe("running");
  });
});

describe("stopping", () => {
  /** A box that works until it is stopped. */
  const untilStopped =
    (started: () => void): NonNullable<Script["box"]> =>
    async (_job, _n, signal) => {
      started();
      if (!signal.aborted) await once(signal, "abort");
      return ended({ status: "cancelled", reason: null });
    };

  it("a run that runs makes it cancelled", async () => {
    const started = Promise.withResolvers<void>();
    const { runs } = await scene({ box: untilStopped(started.resolve) });
    const id = await runs.start(request());
    await started.promise;
    runs.cancel(id);
    expect(await runs.wait(id, 20)).toMatchObject({ status: "cancelled", reason: "Cancelled by the user." });
  });

  it("a run that waits makes it cancelled at once, and the running one goes on", async () => {
    const started = Promise.withResolvers<void>();
    const { runs, jobs } = await scene({ box: untilStopped(started.resolve) });
    const first = await runs.start(request());
    const second = await runs.start(request());
    await started.promise;
    runs.cancel(second);
    expect((await runs.wait(second, 20)).status).toBe("cancelled");
    expect([runs.show(first).status, jobs.length]).toEqual(["running", 1]);
    await runs.close();
  });

  it("the core makes interrupted of everything on its way", async () => {
    const started = Promise.withResolvers<void>();
    const { runs } = await scene({ box: untilStopped(started.resolve) });
    const ids = [await runs.start(request()), await runs.start(request())];
    await started.promise;
    await runs.close();
    expect(ids.map((id) => runs.show(id).status)).toEqual(["interrupted", "interrupted"]);
  });

  it("a run that has ended is refused", async () => {
    const { runs, id } = await run();
    expect(() => runs.cancel(id)).toThrow(expect.objectContaining({ code: "conflict" }));
  });
});

describe("the queue", () => {
  it("runs one at a time, in order", async () => {
    let inside = 0;
    let most = 0;
    const stage = await scene({
      box: async () => {
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        return ended({});
      },
    });
    const ids = await Promise.all(
      [1, 2, 3].map((repetition) => stage.runs.start(request({ repetition, verify: "none" }))),
    );
    await stage.runs.idle();
    expect(most).toBe(1);
    expect(stage.news.filter((each) => each.status === "finished").map((each) => each.id)).toEqual(ids);
  });
});

describe("grading again", () => {
  it("adds a grading from the stored files and executes nothing", async () => {
    const { runs, id, jobs, store, graded } = await run();
    await runs.grade(id, new AbortController().signal);
    expect([jobs.length, graded.length, store.gradings(id).length]).toEqual([3, 2, 2]);
    expect(graded[1]?.verification.kind).toBe("done");
  });

  it("keeps what people set, tells it to every door, and shows what changed check by check", async () => {
    const { runs, id, news, store } = await run();
    const override = { check: "evaluation.fairness", points: 10, author: "Ada", reason: "seen" };
    const set = runs.override(id, override);
    expect(news.at(-1)).toMatchObject({ id, status: "finished", percent: set.percent });
    const again = await runs.grade(id, new AbortController().signal);
    expect(again.stages).toEqual(set.stages);
    const [, own, shown, first] = store.gradings(id).map((each) => each.id);
    expect(runs.compareGradings(id, own ?? 0, shown ?? 0).flips).toMatchObject([
      { id: override.check, a: { points: 7 }, b: { points: 10 }, difference: 3 },
    ]);
    expect(runs.compareGradings(id, first ?? 0, own ?? 0)).toMatchObject({ flips: [], gone: [], come: [] });
    expect(() => runs.compareGradings(id, first ?? 0, 99)).toThrow(
      expect.objectContaining({ code: "not_found", message: expect.stringContaining("grading 99") }),
    );
  });

  it("is not there to be overridden where a run has no grading", async () => {
    const { runs, id } = await run({ box: () => ended({ status: "infrastructure", reason: "x" }) });
    expect(() =>
      runs.override(id, { check: "evaluation.fairness", points: 1, author: "A", reason: "r" }),
    ).toThrow(expect.objectContaining({ code: "conflict" }));
  });

  it("of a run that was cancelled before its scored run is refused", async () => {
    const agent = {
      identity: { kind: "command" as const, name: "mine", version: null, fingerprint: null },
      work: async () => ({ kind: "failed" as const, reason: "x" }),
    };
    const { runs, id } = await run({ agent });
    await expect(runs.grade(id, new AbortController().signal)).rejects.toMatchObject({ code: "conflict" });
  });
});
