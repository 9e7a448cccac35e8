/**
 * How many answers moved when a column was exchanged. Unlike the mean change it is far apart for a model that was given a
 * column and one that was not, however little the column says. Pure.
 */
import type { ProbePlan } from "./probe-plan.ts";
import type { Prediction } from "./read-predictions.ts";

export interface MovedAnswers {
  /** Share of the ordinary rows that were answered as in the scored run: near 0 where another model answered here. */
  readonly asScored: number;
  /** Least share over the exchanged columns that a model may use: near 1 where answers move by themselves. Null without any. */
  readonly still: number | null;
  /** By identifier or column of personal data. */
  readonly unrelated: readonly {
    readonly column: string;
    /** 0 to 1. */
    readonly share: number;
    /** Of those that moved, the share that became the answer of the row that the value came from: rows joined by it. */
    readonly joined: number;
  }[];
}

/** As for equal predictions of two runs. */
const TOLERANCE = 1e-6;

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE * (1 + Math.abs(b));

function isSame(one: Prediction, other: Prediction): boolean {
  if (one.classScores !== undefined && one.classScores.length === other.classScores?.length) {
    const { classScores } = other;
    return one.classScores.every((score, at) => isClose(score, classScores[at] ?? Number.NaN));
  }
  if (one.score !== null && other.score !== null) return isClose(one.score, other.score);
  const [a, b] = [Number(one.label), Number(other.label)];
  return one.label === other.label || isClose(a, b);
}

type Answers = ReadonlyMap<number, Prediction>;

/** `before`: what the ordinary rows were answered, in the same execution or in the scored one. */
export function movedAnswers(
  plan: ProbePlan,
  {
    answers,
    before,
    scored,
  }: { readonly answers: Answers; readonly before: Answers; readonly scored: Answers },
): MovedAnswers {
  const movedIn = (pairs: ProbePlan["noisy"]): { readonly share: number; readonly joined: number } | null => {
    let [seen, moved, joined] = [0, 0, 0];
    for (const [at, [id, base]] of pairs.entries()) {
      const [probe, ordinary] = [answers.get(id), before.get(base)];
      if (probe === undefined || ordinary === undefined) continue;
      seen += 1;
      if (isSame(probe, ordinary)) continue;
      moved += 1;
      // Each row has the value of the next one.
      const donor = before.get((pairs[at + 1] ?? pairs[0])?.[1] ?? base);
      if (donor !== undefined && isSame(probe, donor)) joined += 1;
    }
    return seen === 0 ? null : { share: moved / seen, joined: moved === 0 ? 0 : joined / moved };
  };
  const again = [...before].filter(([id]) => scored.has(id));
  const alike = again.filter(([id, answer]) => isSame(answer, scored.get(id) ?? answer));
  const features = Object.values(plan.permuted).flatMap((pairs) => movedIn(pairs)?.share ?? []);
  return {
    asScored: again.length === 0 ? 0 : alike.length / again.length,
    still: features.length === 0 ? null : Math.min(...features),
    unrelated: Object.entries(plan.unrelated).flatMap(([column, pairs]) => {
      const moved = movedIn(pairs);
      return moved === null ? [] : [{ column, ...moved }];
    }),
  };
}
