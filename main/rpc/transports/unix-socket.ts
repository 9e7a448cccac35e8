import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Channel } from "../channel.ts";
import { jsonLinesChannel } from "./json-lines.ts";

export interface SocketServer {
  close(): Promise<void>;
}

/** Listens for doors of the same user. The caller holds the home's lock, so a socket file found there is a dead one. */
export async function listenOnSocket(
  path: string,
  accept: (channel: Channel) => void,
): Promise<SocketServer> {
  if (process.platform !== "win32") rmSync(path, { force: true });
  const open = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    accept(jsonLinesChannel(socket));
  });
  // The file is made with these rights, not changed to them afterwards: there is no moment for another user.
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(mask);
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Connects to a core; null where none listens. */
export function connectToSocket(path: string): Promise<Channel | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(jsonLinesChannel(socket)));
    socket.once("error", () => resolve(null));
  });
}
