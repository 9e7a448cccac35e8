import { useEffect, useRef } from "react";
import type { EventData, EventName } from "../../preload/contract/events.ts";

/** Calls the newest `listener` on every push of `event` while the component is there. */
export function usePush<E extends EventName>(event: E, listener: (data: EventData<E>) => void): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => window.workbench.on(event, (data) => newest.current(data)), [event]);
}
