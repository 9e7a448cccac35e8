/** How the grading of a mutant differs from that of the solution that it was made of, and whether that is right. */
import type { Grading } from "../../../main/core/grading/grade.ts";
import type { Expected } from "./mutant.ts";

/** Of a check: it fell, it rose, it did neither, or there is nothing to compare. */
export type Move = "fell" | "rose" | "still" | "open";

/** Shares that differ by less are equal: they come from rounded points. */
const EXACT = 0.004;
/** Another execution takes other seconds and bytes, which are a part of the engineering score. */
const OF_ANOTHER_RUN: Readonly<Record<string, number>> = { "model_training.score": 0.05 };

interface Seen {
  readonly share: number;
  readonly counts: boolean;
}

function checksOf(grading: Grading): ReadonlyMap<string, Seen> {
  return new Map(
    grading.stages.flatMap(({ checks }) =>
      checks.map((check): [string, Seen] => {
        // A gate is worth nothing and can only pass or fail; what takes points off is counted in points.
        const gate = check.maximum === 0 && check.points === 0;
        return [
          check.id,
          {
            share: gate
              ? check.status === "failed"
                ? 0
                : 1
              : check.maximum === 0
                ? 1 + check.points
                : check.points / check.maximum,
            counts: check.status !== "not_evaluated" && check.status !== "not_applicable",
          },
        ];
      }),
    ),
  );
}

/** `rerun`: the mutant was executed, so that its resources differ. */
export function movesBetween(base: Grading, mutant: Grading, rerun: boolean): ReadonlyMap<string, Move> {
  const after = checksOf(mutant);
  return new Map(
    [...checksOf(base)].map(([id, was]): [string, Move] => {
      const is = after.get(id);
      if (is === undefined || !is.counts || !was.counts) return [id, "open"];
      const tolerance = (rerun ? OF_ANOTHER_RUN[id] : undefined) ?? EXACT;
      const by = is.share - was.share;
      return [id, by < -tolerance ? "fell" : by > tolerance ? "rose" : "still"];
    }),
  );
}

export type Outcome = "caught" | "missed" | "false_alarm" | "quiet";

export interface Reaction {
  /** Id of a check, or rule of a diagnosis. */
  readonly of: string;
  readonly isDiagnosis: boolean;
  readonly outcome: Outcome;
}

const outcomeOf = (expected: boolean, reacted: boolean): Outcome =>
  expected ? (reacted ? "caught" : "missed") : reacted ? "false_alarm" : "quiet";

/** `rules`: every diagnosis that there is. Checks and rules that may react either way are left out. */
export function reactionsOf(
  base: Grading,
  mutant: Grading,
  expected: Expected,
  options: { readonly rules: readonly string[]; readonly rerun: boolean },
): readonly Reaction[] {
  const { must, may = [], diagnoses = [], mayDiagnose = [] } = expected;
  const moves = [...movesBetween(base, mutant, options.rerun)];
  const had = checksOf(base);
  const hasNothing = (id: string): boolean => (had.get(id)?.share ?? 0) <= 0;
  const ofChecks = moves.flatMap(([of, move]): Reaction[] =>
    move === "open" || (must.includes(of) ? hasNothing(of) : may.includes(of))
      ? []
      : // Points that a fault earns are as wrong as points that it costs elsewhere.
        [
          {
            of,
            isDiagnosis: false,
            outcome: outcomeOf(must.includes(of), must.includes(of) ? move === "fell" : move !== "still"),
          },
        ],
  );
  const [before, after] = [base, mutant].map((one) => new Set(one.diagnoses.map(({ rule }) => rule)));
  const ofRules = options.rules.flatMap((of): Reaction[] =>
    before?.has(of) === true || (mayDiagnose.includes(of) && !diagnoses.includes(of))
      ? []
      : [{ of, isDiagnosis: true, outcome: outcomeOf(diagnoses.includes(of), after?.has(of) === true) }],
  );
  return [...ofChecks, ...ofRules];
}
