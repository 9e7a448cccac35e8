/** Words whose removal shows what a text model rests on. Pure. */
import type { HoldoutTable, ProbeRow } from "./holdout-table.ts";
import { withCell } from "./holdout-table.ts";
import { seededOrder } from "../seeded-order.ts";

/**
 * How many words are tried that tell most of the class, and how many that stand in most texts. Leaving a word out moves
 * no more than the texts that hold it: a model rests on a frequent word rather than on a rare one that tells as much.
 */
const triedTelling = 40;
const triedFrequent = 40;
/** Texts per word. */
const textsPerWord = 100;
/** A word in fewer hold-out texts than this moves too few of them to be important. */
const fewestTexts = 10;

export interface Labelled {
  readonly text: string;
  readonly label: string;
}

export interface WordProbe {
  readonly word: string;
  /** Share of the hold-out texts that hold it. */
  readonly share: number;
  readonly probes: readonly ProbeRow[];
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1));

export function wordProbes(
  table: HoldoutTable,
  text: string,
  labelled: readonly Labelled[],
): readonly WordProbe[] {
  const place = table.header.indexOf(text);
  const places = new Map<string, number[]>();
  for (const [i, row] of table.rows.entries()) {
    for (const word of wordsOf(row[place] ?? "")) places.set(word, [...(places.get(word) ?? []), i]);
  }
  const usable = [...places].filter(([, holding]) => holding.length >= fewestTexts);
  const enough = new Set(usable.map(([word]) => word));
  const frequent = usable
    .toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
    .map(([word]) => word);
  const tried = new Set([
    ...telling(labelled)
      .filter((word) => enough.has(word))
      .slice(0, triedTelling),
    ...frequent.slice(0, triedFrequent),
  ]);
  return [...tried].map((word) => {
    const holding = places.get(word) ?? [];
    const chosen = seededOrder(holding.length, word).slice(0, textsPerWord);
    return {
      word,
      share: holding.length / table.rows.length,
      probes: chosen.map((i) => {
        const base = holding[i] ?? -1;
        const row = table.rows[base] ?? [];
        return { base, row: withCell(row, place, withoutWord(row[place] ?? "", word)) };
      }),
    };
  });
}

/** Words by how much they tell of the class (mutual information), the most telling first. */
function telling(labelled: readonly Labelled[]): string[] {
  const ofClass = new Map<string, number>();
  const ofWord = new Map<string, Map<string, number>>();
  for (const { text, label } of labelled) {
    ofClass.set(label, (ofClass.get(label) ?? 0) + 1);
    for (const word of wordsOf(text)) {
      const counts = ofWord.get(word) ?? new Map<string, number>();
      counts.set(label, (counts.get(label) ?? 0) + 1);
      ofWord.set(word, counts);
    }
  }
  const total = labelled.length;
  const information = (counts: ReadonlyMap<string, number>): number => {
    const holding = [...counts.values()].reduce((sum, count) => sum + count, 0);
    let sum = 0;
    for (const [label, size] of ofClass) {
      const both = counts.get(label) ?? 0;
      for (const [cell, margin] of [
        [both, holding],
        [size - both, total - holding],
      ] as const) {
        if (cell > 0) sum += (cell / total) * Math.log((cell * total) / (margin * size));
      }
    }
    return sum;
  };
  return [...ofWord]
    .map(([word, counts]) => ({ word, value: information(counts) }))
    .toSorted((a, b) => b.value - a.value || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** Every occurrence of the word goes, whole words only, in any case; spaces close up. */
export function withoutWord(text: string, word: string): string {
  return text
    .replaceAll(/[\p{L}\p{N}]+/gu, (found) => (found.toLowerCase() === word ? "" : found))
    .replaceAll(/\s+/g, " ")
    .trim();
}
