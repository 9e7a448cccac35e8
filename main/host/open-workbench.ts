import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EventData, EventName, MethodName, ParamsOf, ResultOf } from "../../preload/contract/index.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { agentSource } from "../agents/resolve-agent.ts";
import { RunQueue } from "../core/runs/run-queue.ts";
import type { Grader, Ports } from "../core/runs/ports.ts";
import { RunService } from "../core/runs/run-service.ts";
import { Store } from "../db/store.ts";
import { coreMark } from "../process/child-environment.ts";
import { acquireHome, type HomeLock } from "../process/home-lock.ts";
import { killOrphans } from "../process/kill-tree.ts";
import { socketPath } from "../process/socket-path.ts";
import type { Channel } from "../rpc/channel.ts";
import type { WorkbenchClient } from "../rpc/client.ts";
import { Dispatcher } from "../rpc/dispatcher.ts";
import type { Handlers } from "../rpc/handlers.ts";
import { PushHub } from "../rpc/push-hub.ts";
import { serveChannel, Session } from "../rpc/session.ts";
import { listenOnSocket, type SocketServer } from "../rpc/transports/unix-socket.ts";
import { createMethods } from "./create-methods.ts";
import { evidenceGrader } from "./evidence-grader.ts";
import { requireSpaceForRun } from "./free-space.ts";
import { LogStreams } from "./log-streams.ts";
import { Machine } from "./machine.ts";
import { sandboxBox } from "./sandbox-box.ts";
import { systemClock, timedIds } from "./system-clock.ts";
import { taskSource } from "./task-source.ts";

export interface OpenWorkbench extends WorkbenchClient {
  /** Resolves when the core answers; rejects with why it cannot. */
  readonly ready: Promise<void>;
  /** Joins a door's channel to this core. */
  serve(channel: Channel): void;
  /** Resolves when no run waits or runs. */
  idle(): Promise<void>;
  /** Records what is interrupted, ends every process, frees the data folder. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly home: string;
  /** This core lives long: a box waits with its libraries loaded, where the settings do not say otherwise. */
  readonly warm?: boolean;
  /** Runs that go on side by side; one when left out, since a run beside another meets other resources. */
  readonly runsAtOnce?: number;
  /** What grades runs when they end, where it is not the judge and the rubric. */
  readonly grader?: Grader;
}

/** Whoever opens a window wants to see it first. */
const warmAfterMilliseconds = 2_000;

interface Opened {
  readonly handlers: Handlers;
  readonly runs: RunService;
  readonly close: () => Promise<void>;
}

/** The composition root: everything real is put together here. Answers at once; calls wait until it is ready. */
export function openWorkbench(options: OpenOptions): OpenWorkbench {
  const hub = new PushHub();
  const opening = open(options, hub, (channel) => serve(channel));
  const dispatcher = new Dispatcher(opening.then((opened) => opened.handlers));
  const serve = (channel: Channel): void => {
    serveChannel((send) => new Session(dispatcher, hub, send), channel);
  };
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  const own = new Session(dispatcher, hub, (push) => {
    for (const listener of listeners.get(push.event as EventName) ?? []) listener(push.data as never);
  });
  let closing: Promise<void> | null = null;
  return {
    ready: opening.then(() => undefined),
    serve,
    call: <M extends MethodName>(method: M, params: ParamsOf<M>) =>
      own.call(method, params) as Promise<ResultOf<M>>,
    on: <E extends EventName>(event: E, listener: (data: EventData<E>) => void) => {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known);
      known.add(listener);
      return () => known.delete(listener);
    },
    idle: async () => (await opening).runs.idle(),
    close: () => {
      closing ??= (async () => {
        dispatcher.end();
        own.close();
        const opened = await opening.catch(() => null);
        await opened?.close();
      })();
      return closing;
    },
  };
}

async function open(options: OpenOptions, hub: PushHub, accept: (channel: Channel) => void): Promise<Opened> {
  const home = resolve(options.home);
  const lock = takeHome(home);
  let store: Store | null = null;
  let socket: SocketServer | null = null;
  try {
    store = await Store.open(home);
    await endWhatWasLeft(store);
    const machine = new Machine(home);
    const streams = new LogStreams();
    const stopping = new AbortController();
    const opened = store;
    const box = sandboxBox(machine);
    const ports: Ports = {
      home,
      store,
      clock: systemClock,
      ids: timedIds,
      python: () => machine.python(),
      tasks: taskSource(home, box),
      agents: agentSource((name) => opened.agents.get(name)),
      box,
      grader: options.grader ?? evidenceGrader(),
      news: {
        changed: (data) => hub.publish("run.changed", data),
        resources: (data) => hub.publish("run.resources", data),
        decision: (data) => hub.publish("run.decision", data),
      },
      requireSpace: () => requireSpaceForRun(home),
    };
    const runs = new RunService(ports, new RunQueue(options.runsAtOnce));
    const warm = options.warm ? (on: boolean) => machine.keepWarm(on) : null;
    const handlers = createMethods({
      home,
      store,
      machine,
      runs,
      streams,
      hub,
      warm,
      signal: stopping.signal,
    });
    const warming = setTimeout(() => warm?.(opened.settings.get().warm === "on"), warmAfterMilliseconds);
    warming.unref();
    stopping.signal.addEventListener("abort", () => clearTimeout(warming), { once: true });
    socket = await listenOnSocket(lock.content.socket, accept);
    const listening = socket;
    return {
      handlers,
      runs,
      close: async () => {
        stopping.abort("interrupted");
        await runs.close();
        streams.close();
        await machine.close();
        await listening.close();
        opened.close();
        lock.release();
      },
    };
  } catch (error) {
    await socket?.close();
    store?.close();
    lock.release();
    throw error;
  }
}

function takeHome(home: string): HomeLock {
  try {
    mkdirSync(join(home, "runs"), { recursive: true, mode: 0o700 });
    return acquireHome(home, socketPath(home));
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    throw cannotUse(home, error);
  }
}

function cannotUse(home: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new WorkbenchError(
      "disk_full",
      `The disk of the data folder ${home} is full.`,
      "Free some space (old runs lie in its runs folder), or choose another data folder with --home.",
      { home },
    );
  }
  if (code !== "ENOTDIR" && code !== "EEXIST" && code !== "EACCES" && code !== "EROFS") return error;
  return new WorkbenchError(
    "refused",
    `The data folder ${home} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    "Choose a folder that you may write to with --home or MLEWB_HOME.",
    { home },
  );
}

/** After a crash: runs that were on their way say so, and nothing that they started is left. */
async function endWhatWasLeft(store: Store): Promise<void> {
  store.interruptUnfinished(systemClock.now());
  await killOrphans(coreMark);
}
