import { chmodSync, lstatSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { connect } from "node:net";
import { WorkbenchError } from "../../preload/contract/error.ts";

export type ListenOn =
  /** `port` 0: a free one is chosen. */
  | { readonly kind: "port"; readonly port: number }
  /** `forwardedPort`: where `ssh -L PORT:PATH` makes the socket appear for the browser. */
  | { readonly kind: "socket"; readonly path: string; readonly forwardedPort: number };

/** Starts listening where only this user (socket) or only this machine (port) can ask. Returns the port of the address. */
export async function listen(server: Server, on: ListenOn): Promise<number> {
  if (on.kind === "socket") {
    await removeDeadSocket(on.path);
    // The bind happens inside listen: with this mask there is no moment at which others may connect.
    const mask = process.umask(0o177);
    const listening = settled(server, on);
    try {
      server.listen(on.path);
    } finally {
      process.umask(mask);
    }
    await listening;
    chmodSync(on.path, 0o600);
    return on.forwardedPort;
  }
  const listening = settled(server, on);
  server.listen(on.port, "127.0.0.1");
  await listening;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port after listening on one");
  return address.port;
}

function settled(server: Server, on: ListenOn): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, on)));
    server.once("listening", () => resolve());
  });
}

function explain(error: NodeJS.ErrnoException, on: ListenOn): Error {
  if (on.kind === "port" && (error.code === "EADDRINUSE" || error.code === "EACCES")) {
    const why = error.code === "EADDRINUSE" ? "is already in use" : "is not open to this user";
    return new WorkbenchError(
      "port_in_use",
      `Port ${on.port} on 127.0.0.1 ${why}.`,
      "Name another with --port, or leave --port out and a free one is taken.",
      { port: on.port },
    );
  }
  return error;
}

async function removeDeadSocket(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket() || (await answers(path))) {
    const what = found.isSocket() ? "another workbench answers there" : "it is a file, not a socket";
    throw new WorkbenchError("conflict", `Cannot listen on ${path}: ${what}.`, "Name another path.", {
      path,
    });
  }
  rmSync(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}
