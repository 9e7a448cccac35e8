/** Rule tasks: how well a set of ids agrees with the true one, and what a selection says of the planted faults. */
import type { Evidence } from "../evidence/evidence.ts";
import { normaliseLabel } from "../evidence/read-predictions.ts";
import type { Fault } from "../tasks/truth.ts";
import { type Fraction, fraction, ZERO } from "./fraction.ts";

export const trueIds = (ids: readonly (string | number)[]): ReadonlySet<string> =>
  new Set(ids.map((id) => normaliseLabel(String(id))));

/** F1 of two sets of ids; 0 where one of them is empty. */
export function f1OfSets(said: ReadonlySet<string>, truth: ReadonlySet<string>): Fraction {
  let both = 0;
  for (const id of said) {
    if (truth.has(id)) both += 1;
  }
  return both === 0 ? ZERO : fraction(2 * both, said.size + truth.size);
}

/** What became of a planted fault in the frame that the selection was taken from, read from the selection itself. */
export type Selected = "right" | "wrong" | "undecided";

/**
 * `wrong`: users whose value nobody knows were selected; ids come twice; personal data stands beside the ids.
 * `undecided` where nothing was selected, or the data is not at hand.
 */
export function selectedShows(evidence: Evidence, fault: Fault): Selected {
  const { selection, data } = evidence;
  if (selection.state !== "read" || selection.ids.size === 0) return "undecided";
  const idColumn = evidence.task.key[0];
  const cells = idColumn === undefined ? undefined : data?.columns[idColumn];
  switch (fault.kind) {
    case "missing": {
      if (cells === undefined || data === null) return "undecided";
      const rows = new Set(fault.rows);
      const unknown = cells.filter((_, row) => rows.has(data.rowIds[row] ?? -1)).map(normaliseLabel);
      return unknown.some((id) => selection.ids.has(id)) ? "wrong" : "right";
    }
    case "duplicate":
      return selection.repeated > 0 ? "wrong" : "right";
    case "personal":
      return selection.further.some((name) => fault.fields.includes(name)) ? "wrong" : "right";
    default:
      return "undecided";
  }
}
