import { type ErrorBody, Push, Request, Response } from "../../preload/contract/index.ts";
import type { Channel } from "../rpc/channel.ts";

/** What a page hears: answers to its own requests, pushes, and whether the core is there. */
export type PageMessage =
  | Response
  | Push
  | { readonly connection: "connected" }
  | { readonly connection: "lost"; readonly error: ErrorBody };

/** A page at the other end of a MessagePort. */
export interface Page {
  send(message: PageMessage): void;
}

type Core =
  | { readonly kind: "there"; readonly open: () => Channel }
  | { readonly kind: "gone"; readonly error: ErrorBody };

/**
 * Joins pages to the core, each by a session of its own, so that equal ids of two pages never meet and the
 * streams of a page end with it. The pages stay when the core dies: they hear why, and when there is a new one.
 */
export class Relay {
  readonly #sessions = new Map<Page, Channel | null>();
  #core: Core;

  /** `error` is what requests are answered with before the first core is there. */
  constructor(error: ErrorBody) {
    this.#core = { kind: "gone", error };
  }

  /** Returns the function that lets the page go and ends its session. */
  attach(page: Page): () => void {
    this.#sessions.set(page, null);
    this.#join(page);
    return () => {
      this.#sessions.get(page)?.close();
      this.#sessions.delete(page);
    };
  }

  /** A message of a page. What is no request is dropped: there is no id to answer to. */
  fromPage(page: Page, message: unknown): void {
    const request = Request.safeParse(message);
    if (!request.success || !this.#sessions.has(page)) return;
    const session = this.#sessions.get(page);
    if (session) session.send(request.data);
    else if (this.#core.kind === "gone") {
      page.send({ id: request.data.id, ok: false, error: this.#core.error });
    }
  }

  coreThere(open: () => Channel): void {
    this.#core = { kind: "there", open };
    for (const page of this.#sessions.keys()) this.#join(page);
  }

  coreGone(error: ErrorBody): void {
    this.#core = { kind: "gone", error };
    for (const page of this.#sessions.keys()) this.#join(page);
  }

  #join(page: Page): void {
    if (this.#core.kind === "gone") {
      this.#sessions.set(page, null);
      page.send({ connection: "lost", error: this.#core.error });
      return;
    }
    const session = this.#core.open();
    this.#sessions.set(page, session);
    session.onMessage((message) => {
      const known = Response.or(Push).safeParse(message);
      // A session that was replaced may still have said something.
      if (known.success && this.#sessions.get(page) === session) page.send(known.data);
    });
    page.send({ connection: "connected" });
  }
}
