import type {
  EventData,
  EventName,
  MethodName,
  ParsedParamsOf,
  ResultOf,
} from "../../preload/contract/index.ts";

/** What a method may do with the door that called it. */
export interface Caller {
  /** Tells this door alone. */
  push<E extends EventName>(event: E, data: EventData<E>): void;
  /** Called once, when the door goes. */
  onClose(listener: () => void): void;
}

/** One function for each method of the contract. */
export type Handlers = {
  readonly [M in MethodName]: (
    params: ParsedParamsOf<M>,
    caller: Caller,
  ) => ResultOf<M> | Promise<ResultOf<M>>;
};
