import type {
  Door,
  EventData,
  EventName,
  MethodName,
  ParamsOf,
  ResultOf,
  Workbench,
} from "./contract/index.ts";
import type { Answer } from "./answer.ts";
import { Listeners } from "./listeners.ts";
import { errorOf } from "./workbench-error.ts";

/** What differs between the doors; functions that stand alone, because contextBridge copies them so. */
export interface Transport {
  readonly request: (method: string, params: unknown) => Promise<Answer>;
  readonly onPush: (listener: (event: string, data: unknown) => void) => () => void;
  readonly onConnection: Workbench["onConnection"];
  readonly pathOf: Workbench["pathOf"];
  readonly reveal: Workbench["reveal"];
}

/** The Workbench of a page over any transport. */
export function makeWorkbench(door: Door, transport: Transport): Workbench {
  const byEvent = new Map<string, Listeners<[data: unknown]>>();
  transport.onPush((event, data) => byEvent.get(event)?.tell(data));

  // The core keeps its contract, and the contract tests hold it to that: what comes has the types of the maps.
  const call = async <M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> => {
    const answer = await transport.request(method, params);
    if (!answer.ok) throw errorOf(answer.error);
    return answer.result as ResultOf<M>;
  };
  const on = <E extends EventName>(event: E, listener: (data: EventData<E>) => void): (() => void) => {
    const listeners = byEvent.get(event) ?? new Listeners<[data: unknown]>();
    byEvent.set(event, listeners);
    return listeners.add((data) => listener(data as EventData<E>));
  };
  const { onConnection, pathOf, reveal } = transport;
  return Object.freeze<Workbench>({ door, call, on, onConnection, pathOf, reveal });
}

export function installWorkbench(workbench: Workbench): void {
  Object.defineProperty(window, "workbench", { value: workbench, enumerable: true });
}
