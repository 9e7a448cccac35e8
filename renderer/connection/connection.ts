/** Whether the core can be reached. `epoch` grows with every return, so that what is on screen is asked for again. */
import { useSyncExternalStore } from "react";

export interface Connection {
  readonly state: "connected" | "lost";
  readonly epoch: number;
}

let connection: Connection = { state: "connected", epoch: 0 };
const listeners = new Set<() => void>();

export function watchConnection(): void {
  window.workbench.onConnection((state) => {
    if (state === connection.state) return;
    connection = { state, epoch: state === "connected" ? connection.epoch + 1 : connection.epoch };
    for (const listener of listeners) listener();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection);
