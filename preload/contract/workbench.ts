/** `window.workbench`: the same interface in the desktop window and in the browser. */
import type { EventData, EventName } from "./events.ts";
import type { MethodName, ParamsOf, ResultOf } from "./methods.ts";

export type Door = "desktop" | "browser";

export interface Workbench {
  readonly door: Door;
  /** Rejects with an Error that carries an ErrorBody in `cause`. */
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  /** Returns the function that ends the subscription. */
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
  /** Connection to the core. `lost` rejects what is pending; the browser door reconnects by itself. */
  onConnection(listener: (state: "connected" | "lost") => void): () => void;
  /** Desktop only: the absolute path of a dropped or chosen file; null in the browser. */
  pathOf(file: File): string | null;
  /** Desktop: shows the file in the file manager. Browser: resolves false, the caller shows the path. */
  reveal(path: string): Promise<boolean>;
}

declare global {
  interface Window {
    readonly workbench: Workbench;
  }
}
