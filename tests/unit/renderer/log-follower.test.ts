import { describe, expect, it } from "vitest";
import type { EventData, EventName } from "../../../preload/contract/events.ts";
import type { Workbench } from "../../../preload/contract/workbench.ts";
import { LogFollower, type LogScreen } from "../../../renderer/terminal/log-follower.ts";

interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A core that names its streams in order; the test pushes the chunks. */
function makeCore() {
  const calls: Call[] = [];
  const listeners = new Map<string, Set<(data: never) => void>>();
  let streams = 0;
  const workbench = {
    call: (method: string, params: unknown) => {
      calls.push({ method, params });
      return Promise.resolve(method === "log.follow" ? { stream: `s${++streams}`, size: 0 } : { ok: true });
    },
    on: (event: string, listener: (data: never) => void) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => all.delete(listener);
    },
  } as unknown as Workbench;
  const push = <E extends EventName>(event: E, data: EventData<E>) => {
    for (const listener of listeners.get(event) ?? []) (listener as (data: EventData<E>) => void)(data);
  };
  return {
    workbench,
    calls: (method: string) => calls.filter((call) => call.method === method).map((call) => call.params),
    chunk: (stream: string, offset: number, text: string, skipped = 0) =>
      push("log.chunk", { stream, offset, bytes: text.length, text, skipped }),
    end: (stream: string) => push("log.end", { stream, size: 9 }),
    listening: () => [...listeners.values()].reduce((sum, all) => sum + all.size, 0),
  };
}

function makeScreen() {
  const drawn: (() => void)[] = [];
  const told: string[] = [];
  const screen: LogScreen = {
    write: (text, done) => {
      told.push(text);
      drawn.push(done);
    },
    skipped: (bytes) => told.push(`skipped ${bytes}`),
    ended: () => told.push("ended"),
    failed: () => told.push("failed"),
  };
  return { screen, told, draw: () => drawn.shift()?.() };
}

describe("LogFollower", () => {
  it("acknowledges a chunk only when it has been drawn", async () => {
    const core = makeCore();
    const { screen, draw } = makeScreen();
    await new LogFollower(core.workbench, screen).follow("r1");
    core.chunk("s1", 0, "hello");
    expect(core.calls("log.ack")).toEqual([]);
    draw();
    expect(core.calls("log.ack")).toEqual([{ stream: "s1", bytes: 5 }]);
  });

  it("acknowledges what it removed, so that a stream of nothing but control strings goes on", async () => {
    const core = makeCore();
    await new LogFollower(core.workbench, makeScreen().screen).follow("r1");
    core.chunk("s1", 0, "\u001b]0;x\u0007");
    expect(core.calls("log.ack")).toEqual([{ stream: "s1", bytes: 6 }]);
  });

  it("loses no chunk that comes before the answer that names its stream", async () => {
    const core = makeCore();
    const { screen, told } = makeScreen();
    const following = new LogFollower(core.workbench, screen).follow("r1");
    core.chunk("s1", 0, "early");
    core.chunk("another", 0, "not ours");
    core.end("s1");
    await following;
    expect(told).toEqual(["early", "ended"]);
  });

  it("says how much was passed over", async () => {
    const core = makeCore();
    const { screen, told } = makeScreen();
    await new LogFollower(core.workbench, screen).follow("r1");
    core.chunk("s1", 6_000_000, "late", 6_000_000);
    expect(told).toEqual(["skipped 6000000", "late"]);
  });

  it("goes on at the byte where the lost connection left it", async () => {
    const core = makeCore();
    const follower = new LogFollower(core.workbench, makeScreen().screen);
    await follower.follow("r1");
    core.chunk("s1", 0, "hello");
    await follower.follow("r1");
    expect(core.calls("log.follow")).toEqual([
      { id: "r1", offset: 0 },
      { id: "r1", offset: 5 },
    ]);
  });

  it("stops its stream and its subscriptions when it is closed", async () => {
    const core = makeCore();
    const follower = new LogFollower(core.workbench, makeScreen().screen);
    await follower.follow("r1");
    follower.close();
    expect(core.calls("log.stop")).toEqual([{ stream: "s1" }]);
    expect(core.listening()).toBe(0);
  });

  it("stops a stream whose name came after it was closed", async () => {
    const core = makeCore();
    const follower = new LogFollower(core.workbench, makeScreen().screen);
    const following = follower.follow("r1");
    follower.close();
    await following;
    expect(core.calls("log.stop")).toEqual([{ stream: "s1" }]);
  });
});
