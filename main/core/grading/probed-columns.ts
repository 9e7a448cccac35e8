/**
 * What the probes say of a column that no right model rests on, and where the record of the run says the opposite. No code
 * in the run can make its predictions stand still for a column and rest on it (decision 220).
 */
import type { Evidence } from "../evidence/evidence.ts";

/** Right models move none; linear models and boosted trees that were given the column move most. Between lies a single tree. */
const ANSWERS_MOVE = 0.2;
/** Exchanged features of few values leave at least a third of the answers where they were, unless these move by themselves. */
const MOVE_BY_THEMSELVES = 0.8;
/** Answers that went with the value to another row: the solution joins rows by it, and its model need not know it. */
const JOINED = 0.5;

/** Of a model that looks at all rows together the further rows change every answer: it shows nothing of the scored one. */
const SAME_MODEL = 0.9;

export type ProbedState = "present" | "still" | "undecided";

/** `still`: exchanging it moved nothing, which a model that was given it and makes no use of it does as well. */
export function probedState({ probes }: Evidence, column: string): ProbedState {
  if (probes.state !== "done") return "undecided";
  const { asScored, still, unrelated } = probes.moved;
  const found = unrelated.find((one) => one.column === column);
  if (found === undefined || still === null || still > MOVE_BY_THEMSELVES) return "undecided";
  if (found.share === 0) return asScored >= SAME_MODEL ? "still" : "undecided";
  return found.share >= ANSWERS_MOVE && found.joined < JOINED ? "present" : "undecided";
}

/** Columns that the matrix of the record holds not, and that the predictions answer to. */
export function contradictedColumns(evidence: Evidence): readonly string[] {
  const { matrix } = evidence.judge ?? {};
  return [...(matrix?.identifiers ?? []), ...(matrix?.personal ?? [])]
    .filter(({ column, state }) => state === "absent" && probedState(evidence, column) === "present")
    .map(({ column }) => column);
}
