import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { EventName } from "../../preload/contract/index.ts";
import { answerRequest } from "./answer-request.ts";
import { eventNames } from "./event-names.ts";
import { PushHistory } from "./push-history.ts";
import type { ServedCore } from "./served-core.ts";

/** Requests are small: paths, ids, settings. */
const maxPayload = 1_048_576;
/** A page that does not read while this much waits for it is cut off; it comes back and asks from its seq. */
const maxWaitingBytes = 64_000_000;

/** All WebSockets of one server: answers requests, hands every push of the core to each page. */
export class Sockets {
  readonly #core: ServedCore;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload, clientTracking: true });
  readonly #history = new PushHistory();
  /** Tells a page whether the seq it remembers was counted by this server. */
  readonly #instance = randomUUID();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(core: ServedCore) {
    this.#core = core;
    this.#unsubscribe = eventNames.map((event) => core.on(event, (data) => this.#push(event, data)));
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer, query: URLSearchParams): void {
    this.#server.handleUpgrade(request, socket, head, (page) => this.#greet(page, query));
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const page of this.#server.clients) page.terminate();
    this.#server.close();
  }

  #greet(page: WebSocket, query: URLSearchParams): void {
    page.on("error", () => page.terminate());
    page.on("message", (data, isBinary) => {
      if (isBinary || !Buffer.isBuffer(data)) page.close(1003, "text only");
      else void this.#answer(page, data.toString("utf8"));
    });
    const returning = query.get("instance") === this.#instance;
    const since = Number(query.get("since"));
    const replay = returning && Number.isInteger(since) ? this.#history.after(since) : null;
    page.send(
      JSON.stringify({
        hello: { instance: this.#instance, seq: this.#history.last, gap: replay?.gap ?? true },
      }),
    );
    for (const push of replay?.pushes ?? []) page.send(push);
  }

  async #answer(page: WebSocket, text: string): Promise<void> {
    const response = await answerRequest(this.#core, text);
    if (response === null) page.close(1007, "not a request");
    else if (page.readyState === page.OPEN) page.send(JSON.stringify(response));
  }

  #push(event: EventName, data: unknown): void {
    const text = this.#history.add(event, data);
    for (const page of this.#server.clients) {
      if (page.bufferedAmount > maxWaitingBytes) page.terminate();
      else if (page.readyState === page.OPEN) page.send(text);
    }
  }
}
