/**
 * Sentences in both languages. A template stands beside the check that says it; values fill its {names}.
 * Grading keeps key and values and renders last, so that the language never touches a verdict.
 */
export type Language = "en" | "zh";
export interface Template {
  readonly en: string;
  readonly zh: string;
}
export type Templates = Readonly<Record<string, Template>>;
export type Values = Readonly<Record<string, string | number>>;

export interface Note {
  readonly template: Template;
  readonly values: Values;
}

const SHOWN = 200;
const HOLE = /\{([a-zA-Z][a-zA-Z0-9]*)\}/g;

/** Text of the agent is shown short and on one line; numbers with at most four decimals. */
function shown(value: string | number): string {
  if (typeof value === "number") {
    return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
  }
  const line = value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

export function render(note: Note, language: Language): string {
  return note.template[language].replaceAll(HOLE, (hole, name: string) => {
    const value = note.values[name];
    return value === undefined ? hole : shown(value);
  });
}

export function renderAll(notes: readonly Note[], language: Language): string {
  return notes.map((note) => render(note, language)).join(language === "zh" ? "" : " ");
}

export function holesOf(text: string): readonly string[] {
  return [...text.matchAll(HOLE)].map((found) => found[1] ?? "").toSorted();
}

/** A share as people write it: 12.1 %. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
