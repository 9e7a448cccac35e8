import type { WebSocket } from "ws";
import type { Channel } from "../rpc/channel.ts";

/** A page that does not read while this much waits for it is cut off; it comes back and asks for what it missed. */
const maxWaitingBytes = 64_000_000;

/** JSON values over a WebSocket, one a text message. Anything else ends the connection. */
export function webSocketChannel(socket: WebSocket): Channel {
  const early: unknown[] = [];
  let listener: ((message: unknown) => void) | null = null;

  socket.on("error", () => socket.terminate());
  socket.on("message", (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) {
      socket.close(1003, "text only");
      return;
    }
    let message: unknown;
    try {
      message = JSON.parse(data.toString("utf8"));
    } catch {
      socket.close(1007, "not JSON");
      return;
    }
    if (listener) listener(message);
    else early.push(message);
  });

  return {
    send: (message) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxWaitingBytes) socket.terminate();
      else socket.send(JSON.stringify(message));
    },
    onMessage: (next) => {
      listener = next;
      for (const message of early.splice(0)) next(message);
    },
    onClose: (closer) => {
      if (socket.readyState === socket.CLOSED) closer();
      else socket.on("close", closer);
    },
    close: () => socket.close(),
  };
}
