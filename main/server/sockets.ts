import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Channel } from "../rpc/channel.ts";
import { webSocketChannel } from "./websocket-channel.ts";

/** Requests are small: paths, ids, settings. */
const maxPayload = 1_048_576;

/** All WebSockets of one server; each becomes a channel of its own to the core. */
export class Sockets {
  readonly #accept: (channel: Channel) => void;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload, clientTracking: true });
  /** Tells a page that comes back whether the pushes that it counted were counted by this server's core. */
  readonly #instance = randomUUID();

  constructor(accept: (channel: Channel) => void) {
    this.#accept = accept;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (page) => {
      const channel = webSocketChannel(page);
      channel.send({ hello: { instance: this.#instance } });
      this.#accept(channel);
    });
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    this.#server.close();
  }
}
