import { setTimeout as sleep } from "node:timers/promises";
import { WorkbenchError } from "../../preload/contract/error.ts";
import { isAlive, readLock } from "../process/home-lock.ts";
import { ChannelClient, type WorkbenchClient } from "../rpc/client.ts";
import type { Channel } from "../rpc/channel.ts";
import { connectToSocket } from "../rpc/transports/unix-socket.ts";

/** A core to work with: one that runs already, or our own in this process. There is never a second writer. */
export interface ConnectedCore extends WorkbenchClient {
  readonly own: boolean;
  /** Another channel to the same core, for a door that this process opens. */
  channel(): Promise<Channel>;
  /** Joins a door's channel to the core. */
  serve(channel: Channel): void;
  /** Resolves when no run of anybody is left; a core that is not ours goes on by itself. */
  idle(): Promise<void>;
  /** Resolves when a core of another process has ended; ours ends with us. */
  readonly lost: Promise<void>;
}

/** How long a core may take between taking the data folder and listening (migrations, a large check). */
const patience = 15_000;

/** `warm`: a core of our own lives long and keeps a box warm. */
export async function connectCore(
  home: string,
  { milliseconds = patience, warm = false } = {},
): Promise<ConnectedCore> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const running = await connectRunning(home);
    if (running) return running;
    const holder = readLock(home);
    if (holder === null || !isAlive(holder)) {
      try {
        return await openOwn(home, warm);
      } catch (error) {
        // Another process was faster: it will listen in a moment.
        if (!(error instanceof WorkbenchError) || error.code !== "home_locked") throw error;
        if (performance.now() > deadline) throw error;
      }
    } else if (performance.now() > deadline) {
      throw new WorkbenchError(
        "home_locked",
        `The data folder ${home} is in use by process ${holder.pid} on ${holder.host}, which does not answer.`,
        "Close that workbench, or choose another data folder with --home.",
        { home, pid: holder.pid, host: holder.host },
      );
    }
    await sleep(100);
  }
}

async function connectRunning(home: string): Promise<ConnectedCore | null> {
  const holder = readLock(home);
  if (holder === null || !isAlive(holder)) return null;
  const open = (): Promise<Channel | null> => connectToSocket(holder.socket);
  const channel = await open();
  if (channel === null) return null;
  const lost = new Promise<void>((resolve) => channel.onClose(resolve));
  const client = new ChannelClient(channel);
  const another = async (): Promise<Channel> => {
    const opened = await open();
    if (opened) return opened;
    throw new WorkbenchError(
      "core_gone",
      "The workbench core has ended.",
      "Start the workbench again; finished runs are kept.",
    );
  };
  return {
    own: false,
    call: (method, params) => client.call(method, params),
    on: (event, listener) => client.on(event, listener),
    close: () => client.close(),
    channel: another,
    serve: (door) => joinChannels(door, another()),
    idle: async () => undefined,
    lost,
  };
}

async function openOwn(home: string, warm: boolean): Promise<ConnectedCore> {
  // Loaded only now: a command that talks to a running core needs no database.
  const { openWorkbench } = await import("../host/open-workbench.ts");
  const { inProcessChannels } = await import("../rpc/transports/in-process.ts");
  const workbench = openWorkbench({ home, warm });
  await workbench.ready;
  return {
    own: true,
    call: (method, params) => workbench.call(method, params),
    on: (event, listener) => workbench.on(event, listener),
    close: () => workbench.close(),
    channel: async () => {
      const [ours, theirs] = inProcessChannels();
      workbench.serve(theirs);
      return ours;
    },
    serve: (channel) => workbench.serve(channel),
    idle: () => workbench.idle(),
    lost: new Promise(() => undefined),
  };
}

/** Relays a door to a core in another process. What the door sends before the core is there waits. */
function joinChannels(door: Channel, coming: Promise<Channel>): void {
  coming.then(
    (core) => {
      door.onMessage((message) => core.send(message));
      core.onMessage((message) => door.send(message));
      door.onClose(() => core.close());
      core.onClose(() => door.close());
    },
    () => door.close(),
  );
}
