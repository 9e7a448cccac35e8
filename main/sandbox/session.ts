import { z } from "zod";
import { parsedAnswer } from "./parsed-answer.ts";
import type { SandboxEvent } from "./protocol.ts";
import { SessionAnswer, SessionClosed, SessionOpened } from "./session-protocol.ts";

/** Asks the supervisor one thing; what it answers has not been checked. */
export type AskSupervisor = (body: object, onEvent?: (event: SandboxEvent) => void) => Promise<unknown>;

export interface CallOptions {
  /** At most the session's `call_seconds`, which is also what holds when it is left out. */
  readonly seconds?: number;
  readonly onEvent?: (event: SandboxEvent) => void;
  /** Interrupts the cell; the state stays where the code stops, else the session ends. */
  readonly signal?: AbortSignal;
}

/** Code run bit by bit in one box that keeps its state. One call at a time. */
export class SandboxSession {
  readonly #ask: AskSupervisor;
  readonly #id: string;
  readonly opened: SessionOpened;

  private constructor(ask: AskSupervisor, id: string, opened: SessionOpened) {
    this.#ask = ask;
    this.#id = id;
    this.opened = opened;
  }

  /** Made by `Supervisor.openSession`. */
  static async open(ask: AskSupervisor, job: object): Promise<SandboxSession> {
    const answer = await ask({ op: "session.open", job });
    const shape = SessionOpened.extend({ session: z.string() });
    const { session, ...opened } = parsedAnswer(shape, answer);
    return new SandboxSession(ask, session, opened);
  }

  /**
   * Runs one cell. What the code does is in the answer: an exception leaves the session as it is, a wall ends it.
   * @throws WorkbenchError conflict (ended, busy or used up; the message says which), invalid_params, not_found
   */
  async call(code: string, { seconds, onEvent, signal }: CallOptions = {}): Promise<SessionAnswer> {
    const interrupt = () => void this.interrupt().catch(() => undefined);
    const body = { op: "session.call", session: this.#id, code, seconds: seconds ?? null };
    const answer = this.#ask(body, onEvent);
    signal?.addEventListener("abort", interrupt, { once: true });
    if (signal?.aborted) interrupt();
    try {
      return parsedAnswer(SessionAnswer, await answer);
    } finally {
      signal?.removeEventListener("abort", interrupt);
    }
  }

  /** False where no call is on. */
  async interrupt(): Promise<boolean> {
    const answer = await this.#ask({ op: "session.interrupt", session: this.#id });
    return parsedAnswer(z.object({ found: z.boolean() }), answer).found;
  }

  /**
   * A fresh box, also after an end; what was used of seconds and calls stays used.
   * @throws WorkbenchError conflict, sandbox_unavailable
   */
  async reset(): Promise<SessionOpened> {
    return parsedAnswer(SessionOpened, await this.#ask({ op: "session.reset", session: this.#id }));
  }

  /** Ends the session; with `collect` what the code left in its report folder comes to the job's `report_out`. */
  async close({ collect = true }: { readonly collect?: boolean } = {}): Promise<SessionClosed> {
    return parsedAnswer(SessionClosed, await this.#ask({ op: "session.close", session: this.#id, collect }));
  }
}
