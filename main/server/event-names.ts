import { type EventName, events } from "../../preload/contract/index.ts";

const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);

export const eventNames: readonly EventName[] = Object.keys(events).filter(isEventName);
