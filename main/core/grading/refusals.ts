/** Refused calls, counted by what was called: three lines that try the same call are three attempts at it. */
import type { Evidence } from "../evidence/evidence.ts";
import { traceOf } from "./trust.ts";

export interface Refusal {
  readonly call: string;
  readonly count: number;
  /** Of the first attempt. */
  readonly line: number | null;
}

/** So many attempts at a call whose refusal was explained the first time are a fault of their own. */
export const REPEATED = 3;

export function refusals(evidence: Evidence): readonly Refusal[] {
  const found = new Map<string, Refusal>();
  for (const { call, count, line } of traceOf(evidence)?.blocked ?? []) {
    const known = found.get(call);
    found.set(call, known === undefined ? { call, count, line } : { ...known, count: known.count + count });
  }
  return [...found.values()];
}
