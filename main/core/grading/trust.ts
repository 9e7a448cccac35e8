/**
 * How far a trace can be believed. The recorder lives in the agent's process, so a traced call counts only
 * where the syntax tree has a call on that line; else it is a claim, and earns half.
 */
import { basename } from "node:path/posix";
import type { CodePlace, EvidenceKind } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { JudgeOutput, Trace } from "../evidence/judge-output.ts";
import { commonMessages } from "./common-messages.ts";
import type { Note } from "./text.ts";

export type Strength = "traced" | "claimed" | "none";

export interface Shown {
  readonly strength: Strength;
  readonly at: CodePlace | null;
  /** `tree`: no event, only a call that stands in the code. */
  readonly from: "trace" | "tree";
}

export const NOT_SHOWN: Shown = { strength: "none", at: null, from: "trace" };

interface Located {
  readonly file: string | null;
  readonly line: number | null;
}

/** What the event says was called, opened or fitted. */
type Event = Located & { readonly name?: string; readonly path?: string; readonly cls?: string };

/** A call that spans lines is recorded at one of them and stands in the tree at another. */
const LINES_APART = 3;

export function placeOf(event: Located): CodePlace | null {
  return event.file === null || event.line === null ? null : { file: basename(event.file), line: event.line };
}

function standsInTree(judge: JudgeOutput, event: Located): boolean {
  const { file, line } = event;
  if (file === null || line === null) {
    return false;
  }
  return judge.static.calls.some(
    (call) =>
      basename(call.file) === basename(file) &&
      [call.line, call.at ?? null].some((at) => at !== null && Math.abs(at - line) <= LINES_APART),
  );
}

/** `gc` and `inspect` have honest uses and are no sign against anybody; a search through all objects is one. */
const HONEST = /^(gc|inspect)$/;

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** Does the code name at all what the event speaks of? Code that reached for the recorder is believed nothing else. */
function namedInTree(judge: JudgeOutput, { name, path, cls }: Event): boolean {
  const called = cls ?? (name === undefined || name.includes("/") ? undefined : last(name));
  if (called !== undefined) {
    // A read of a column is no call.
    return called === "read" || judge.static.calls.some((call) => last(call.name) === called);
  }
  const file = path ?? name;
  return file === undefined || judge.static.files.some((one) => one.name === basename(file));
}

/** What shows that the recorder was reached for, in words; null where nothing does and no stream has a gap. */
export function touchedNote(evidence: Evidence): Note | null {
  const { judge } = evidence;
  if (judge === null) {
    return null;
  }
  if (judge.scored.gaps > 0 || (judge.verification?.gaps ?? 0) > 0) {
    return { template: commonMessages.recordHasGaps, values: {} };
  }
  const sign = judge.static.evasions.find((evasion) => !HONEST.test(evasion.what));
  return sign === undefined
    ? null
    : { template: commonMessages.recorderTouched, values: { what: sign.what } };
}

export const recorderTouched = (evidence: Evidence): boolean => touchedNote(evidence) !== null;

/** Why a trace is only claimed: the record was touched, or nothing else shows the call. */
export const claimedBecause = (evidence: Evidence): Note =>
  touchedNote(evidence) ?? { template: commonMessages.claimedOnly, values: {} };

/** Strength of one traced event of the scored run. */
export function strengthOf(evidence: Evidence, event: Event): Shown {
  const { judge } = evidence;
  if (judge === null) {
    return NOT_SHOWN;
  }
  const touched = recorderTouched(evidence);
  if (touched && !namedInTree(judge, event)) {
    return NOT_SHOWN;
  }
  const believed = !touched && standsInTree(judge, event);
  return { strength: believed ? "traced" : "claimed", at: placeOf(event), from: "trace" };
}

const order: Readonly<Record<Strength, number>> = { none: 0, claimed: 1, traced: 2 };

/** The strongest of several events. */
export function strongest(evidence: Evidence, events: readonly Event[]): Shown {
  return events
    .map((event) => strengthOf(evidence, event))
    .reduce((best, shown) => (order[shown.strength] > order[best.strength] ? shown : best), NOT_SHOWN);
}

export const kindOf = (strength: Strength): readonly EvidenceKind[] =>
  strength === "traced" ? ["traced"] : strength === "claimed" ? ["claimed"] : [];

/** Events of the scored run; empty where nothing was recorded. */
export const traceOf = (evidence: Evidence): Trace | null =>
  evidence.judge !== null && evidence.judge.scored.recorded ? evidence.judge.scored : null;
