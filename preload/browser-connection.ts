import type { Push, Request, Response } from "./contract/index.ts";
import type { Answer } from "./answer.ts";
import { Listeners } from "./listeners.ts";
import { PendingRequests } from "./pending-requests.ts";
import { coreGone } from "./workbench-error.ts";

type Connection = "connected" | "lost";
interface Hello {
  readonly hello: { readonly instance: string };
}
type FromServer = Response | Push | Hello;

/** The part of a WebSocket that is used, so that a test can be the other end. */
export interface Socket {
  onText(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
  send(text: string): void;
}

const firstDelay = 250;
const longestDelay = 5000;

/**
 * The WebSocket of a page: comes back by itself, asks for the pushes that it missed, and fails what was pending,
 * because nobody knows whether a request that was on its way has been done.
 */
export class BrowserConnection {
  readonly #open: () => Socket;
  readonly #wait: (task: () => void, milliseconds: number) => void;
  readonly #pending = new PendingRequests();
  readonly #pushes = new Listeners<[event: string, data: unknown]>();
  readonly #connections = new Listeners<[state: Connection]>();
  /** Requests from before the first connection; later ones fail at once while it is lost. */
  #queue: Request[] = [];
  #socket: Socket | null = null;
  #state: Connection | null = null;
  /** The server that counted the pushes, and the last of them that was seen. */
  #seen: { readonly instance: string; readonly seq: number } | null = null;
  #delay = firstDelay;

  constructor(options: {
    readonly open: () => Socket;
    /** Runs `task` later; a test runs it when it likes. */
    readonly wait: (task: () => void, milliseconds: number) => void;
  }) {
    this.#open = options.open;
    this.#wait = options.wait;
  }

  start(): void {
    const socket = this.#open();
    socket.onText((text) => this.#receive(socket, parse(text)));
    socket.onClose(() => this.#lost());
  }

  request(method: string, params: unknown): Promise<Answer> {
    if (this.#state === "lost") return Promise.resolve({ ok: false, error: coreGone("not connected") });
    return this.#pending.ask(method, params, (request) => {
      if (this.#socket === null) this.#queue.push(request);
      else this.#socket.send(JSON.stringify(request));
    });
  }

  onPush(listener: (event: string, data: unknown) => void): () => void {
    return this.#pushes.add(listener);
  }

  onConnection(listener: (state: Connection) => void): () => void {
    // Whoever comes later than the change hears how it stands.
    if (this.#state !== null) listener(this.#state);
    return this.#connections.add(listener);
  }

  #receive(socket: Socket, message: FromServer): void {
    if ("hello" in message) {
      this.#connected(socket, message.hello.instance);
    } else if ("event" in message) {
      if (this.#seen !== null) this.#seen = { ...this.#seen, seq: message.seq };
      this.#pushes.tell(message.event, message.data);
    } else {
      this.#pending.settle(message);
    }
  }

  #connected(socket: Socket, instance: string): void {
    if (this.#seen?.instance === instance) socket.send(JSON.stringify({ since: this.#seen.seq }));
    else this.#seen = { instance, seq: 0 };
    this.#socket = socket;
    this.#delay = firstDelay;
    this.#state = "connected";
    for (const request of this.#queue) socket.send(JSON.stringify(request));
    this.#queue = [];
    this.#connections.tell("connected");
  }

  #lost(): void {
    this.#socket = null;
    this.#queue = [];
    const before = this.#state;
    this.#state = "lost";
    this.#pending.failAll(coreGone("the connection closed"));
    if (before !== "lost") this.#connections.tell("lost");
    this.#wait(() => this.start(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, longestDelay);
  }
}

/** From our own server, which took it from the core: told apart, not checked again. */
function parse(text: string): FromServer {
  const message: FromServer = JSON.parse(text);
  return message;
}
