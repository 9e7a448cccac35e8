/** Sentences in both languages whose {names} are filled; what comes from a box is shown on one line, and short. */
import type { Language } from "../../../preload/contract/task.ts";

export interface Template {
  readonly en: string;
  readonly zh: string;
}
export type Values = Readonly<Record<string, string | number>>;

const longest = 300;

export function fill(template: Template, language: Language, values: Values = {}): string {
  return template[language].replaceAll(/\{([a-zA-Z]+)\}/g, (hole, name: string) => {
    const value = values[name];
    return value === undefined ? hole : shown(value, language);
  });
}

function shown(value: string | number, language: Language): string {
  if (typeof value === "number")
    return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
  const line = value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
