import type { EventName } from "../../preload/contract/index.ts";

/** What a door needs of the core. `openWorkbench` and the client of a running core both fit it. */
export interface ServedCore {
  /** Validates `params` and answers; rejects with a WorkbenchError. */
  call(method: string, params: unknown): Promise<unknown>;
  /** Returns the function that ends the subscription. */
  on(event: EventName, listener: (data: unknown) => void): () => void;
}
