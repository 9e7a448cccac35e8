import type { ErrorBody, Request, Response } from "./contract/index.ts";
import type { Answer } from "./answer.ts";

/** Requests of one page that wait for their answers. */
export class PendingRequests {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  /** Gives the request an id and hands it to `send`. */
  ask(method: string, params: unknown, send: (request: Request) => void): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send({ id, method, params });
    });
  }

  settle(response: Response): void {
    const resolve = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    resolve?.(response.ok ? { ok: true, result: response.result } : { ok: false, error: response.error });
  }

  failAll(error: ErrorBody): void {
    for (const resolve of this.#waiting.values()) resolve({ ok: false, error });
    this.#waiting.clear();
  }
}
