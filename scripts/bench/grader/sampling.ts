/**
 * Which mutants of code are executed, and in what order. A kind meets every task where it has a place, each in one of
 * the task's styles; the styles take turns, so that every style meets most kinds. Deterministic, and each choice rests
 * on the names alone: a further kind or task changes nothing of what was chosen for the others.
 */
import { createHash } from "node:crypto";

export interface Candidate {
  readonly kind: string;
  readonly task: string;
  readonly style: string;
}

/** A number that belongs to a name. */
export const turnOf = (name: string): number =>
  createHash("sha256").update(name).digest().readUInt32BE() % 1_000_003;

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * `every`: each style of each task. `atMost`: in so many tasks, for kinds that are dear.
 * In rounds: a kind's second task comes after every kind's first, so that what is broken off has met all kinds.
 */
export function sampled<C extends Candidate>(
  candidates: readonly C[],
  options: { readonly every: boolean; readonly atMost?: Readonly<Record<string, number>> },
): readonly C[] {
  const inRounds: { readonly round: number; readonly of: readonly C[] }[] = [];
  for (const [kind, ofKind] of Map.groupBy(candidates, (one) => one.kind)) {
    const most = options.atMost?.[kind] ?? Number.POSITIVE_INFINITY;
    const tasks = [...Map.groupBy(ofKind, (one) => one.task)]
      .map(([task, all]) => ({ task, all, turn: turnOf(`${kind} ${task}`) }))
      .toSorted((a, b) => a.turn - b.turn || byName(a.task, b.task));
    for (const [round, { task, all }] of tasks.slice(0, most).entries()) {
      const styles = [...new Set(all.map((one) => one.style))].toSorted(byName);
      const chosen = styles[(turnOf(kind) + turnOf(task)) % styles.length];
      inRounds.push({ round, of: options.every ? all : all.filter((one) => one.style === chosen) });
    }
  }
  return inRounds.toSorted((a, b) => a.round - b.round).flatMap(({ of }) => of);
}
