/**
 * What the answers to the probe rows say: the drop under noise, and how much each raw column matters to the
 * very model that the agent used, without loading it. Pure.
 */
import type { Outcome, Probes } from "./evidence.ts";
import { movedAnswers } from "./moved-answers.ts";
import type { ProbePlan } from "./probe-plan.ts";
import type { Prediction } from "./read-predictions.ts";

/** Columns closer than this (absolute correlation) stand for one another in the question of importance. */
const correlatedOver = 0.8;

export interface ProbeAnswers {
  readonly plan: ProbePlan;
  /** Answers of the probed execution by row_id: ordinary rows and probe rows. */
  readonly answers: ReadonlyMap<number, Prediction>;
  /** Answers of the scored run: what rows that were altered in place were answered before. */
  readonly scored: ReadonlyMap<number, Prediction>;
  /** Hold-out labels by ordinary row_id. */
  readonly labels: ReadonlyMap<number, string>;
  /** How the probed execution ended. */
  readonly ended: Pick<Outcome, "status" | "reason">;
  /** Raw columns as text, for their correlation. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/** An answer as a number: its score where there is one, else the label as a number, else null. */
const numberOf = (answer: Prediction): number | null => {
  if (answer.score !== null) return answer.score;
  const value = Number(answer.label);
  return Number.isFinite(value) ? value : null;
};

/** 0 to any: mean absolute change; for labels that are no numbers, the share that changed. Null without rows. */
const meanChange = (pairs: readonly (readonly [Prediction, Prediction])[]): number | null => {
  if (pairs.length === 0) return null;
  let sum = 0;
  for (const [probe, base] of pairs) sum += changeOf(probe, base);
  return sum / pairs.length;
};

function changeOf(probe: Prediction, base: Prediction): number {
  const { classScores: before } = base;
  if (probe.classScores !== undefined && probe.classScores.length === before?.length) {
    // Probability that moved from some classes to others.
    return probe.classScores.reduce((moved, score, at) => moved + Math.abs(score - (before[at] ?? 0)), 0) / 2;
  }
  const a = numberOf(probe);
  const b = numberOf(base);
  return a !== null && b !== null ? Math.abs(a - b) : Number(probe.label !== base.label);
}

const parsed = new WeakMap<readonly string[], Float64Array>();

/** Cells as numbers, NaN where a cell is empty or none; once for each column. */
function numbersOf(cells: readonly string[]): Float64Array {
  const known = parsed.get(cells);
  if (known !== undefined) return known;
  const values = Float64Array.from(cells, (cell) => {
    const value = cell.trim() === "" ? Number.NaN : Number(cell);
    return Number.isFinite(value) ? value : Number.NaN;
  });
  parsed.set(cells, values);
  return values;
}

/** Pearson's r over the rows where both are numbers; null for fewer than ten rows or a constant column. */
export const correlation = (a: readonly string[], b: readonly string[]): number | null => {
  const xs: number[] = [];
  const ys: number[] = [];
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [x, y] = [left[i] ?? Number.NaN, right[i] ?? Number.NaN];
    if (!Number.isNaN(x) && !Number.isNaN(y)) {
      xs.push(x);
      ys.push(y);
    }
  }
  if (xs.length < 10) return null;
  const meanX = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < xs.length; i += 1) {
    const [dx, dy] = [(xs[i] ?? 0) - meanX, (ys[i] ?? 0) - meanY];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy);
};

const correlatedWith = (
  column: string,
  columns: ProbeAnswers["columns"],
  among: readonly string[],
): string[] =>
  among.filter((other) => {
    if (other === column) return false;
    const r = correlation(columns[column] ?? [], columns[other] ?? []);
    return r !== null && Math.abs(r) > correlatedOver;
  });

/** Rows of a larger table that a correlation is taken over: it is then known to a hundredth. */
const correlatedRows = 20_000;

/** Every second, third, ... row of a large table. */
const thinned = (columns: ProbeAnswers["columns"], names: readonly string[]): ProbeAnswers["columns"] =>
  Object.fromEntries(
    names.map((name) => {
      const cells = columns[name] ?? [];
      const step = Math.ceil(cells.length / correlatedRows);
      return [name, step > 1 ? cells.filter((_, row) => row % step === 0) : cells];
    }),
  );

/** An execution that answered fewer than this share of the probe rows gives no evidence. */
const enough = 0.99;

export const readProbes = ({ plan, answers, scored, labels, columns, ended }: ProbeAnswers): Probes => {
  const before = plan.place === "in_place" ? scored : answers;
  const answered = (pairs: ProbePlan["noisy"]) =>
    pairs.flatMap(([id, base]) => {
      const [probe, ordinary] = [answers.get(id), before.get(base)];
      return probe === undefined || ordinary === undefined ? [] : [{ base, probe, ordinary }];
    });
  const groups = [
    plan.noisy,
    ...Object.values(plan.permuted),
    ...Object.values(plan.unrelated),
    ...Object.values(plan.words).map((word) => word.pairs),
  ];
  const wanted = groups.reduce((sum, pairs) => sum + pairs.length, 0);
  const got = groups.reduce((sum, pairs) => sum + answered(pairs).length, 0);
  if (got < enough * wanted) return { state: "unanswered", answered: got, asked: wanted, ended };
  const changeIn = (pairs: ProbePlan["noisy"]): number | null =>
    meanChange(answered(pairs).map(({ probe, ordinary }) => [probe, ordinary] as const));
  const among = Object.keys(plan.permuted);
  const some = thinned(columns, among);
  const ofColumns = Object.entries(plan.permuted).flatMap(([column, pairs]) => {
    const change = changeIn(pairs);
    return change === null ? [] : [{ column, change, with: correlatedWith(column, some, among) }];
  });
  // A word counts for the texts that hold it: over all texts it moves as much less as it is rarer.
  const ofWords = Object.entries(plan.words).flatMap(([word, { share, pairs }]) => {
    const change = changeIn(pairs);
    return change === null ? [] : [{ column: word, change: change * share, with: [] }];
  });
  return {
    state: "done",
    pairs: answered(plan.noisy).flatMap(({ base, probe, ordinary }) => {
      const truth = labels.get(base);
      return truth === undefined
        ? []
        : [
            {
              truth,
              clean: ordinary.label,
              noisy: probe.label,
              cleanScore: ordinary.score,
              noisyScore: probe.score,
            },
          ];
    }),
    importance: [...ofColumns, ...ofWords].toSorted(
      (a, b) => b.change - a.change || a.column.localeCompare(b.column, "en"),
    ),
    unrelated: Object.entries(plan.unrelated).flatMap(([column, pairs]) => {
      const change = changeIn(pairs);
      return change === null ? [] : [{ column, change }];
    }),
    moved: movedAnswers(plan, { answers, before, scored }),
    unprobed: plan.unprobed,
  };
};
