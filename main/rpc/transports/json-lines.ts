import type { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import type { Channel } from "../channel.ts";

/** A peer that sends a longer line without an end is cut off, not buffered. */
const longestLine = 64_000_000;

/** JSON values over a socket, one a line. */
export function jsonLinesChannel(socket: Socket): Channel {
  const closers: (() => void)[] = [];
  const early: unknown[] = [];
  let listener: ((message: unknown) => void) | null = null;
  const decoder = new StringDecoder("utf8");
  let rest = "";

  const receive = (line: string): void => {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      socket.destroy();
      return;
    }
    if (listener) listener(message);
    else early.push(message);
  };

  socket.on("data", (data) => {
    rest += decoder.write(data);
    if (rest.length > longestLine) {
      socket.destroy();
      return;
    }
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") receive(line);
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    for (const closer of closers) closer();
  });

  return {
    send: (message) => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
    },
    onMessage: (next) => {
      listener = next;
      for (const message of early.splice(0)) next(message);
    },
    onClose: (closer) => {
      if (socket.destroyed) closer();
      else closers.push(closer);
    },
    close: () => socket.end(),
  };
}
