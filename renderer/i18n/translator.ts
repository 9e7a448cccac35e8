/** Looks words up. Placeholders are `{name}`; plurals are pairs of keys that end in `.one` and `.other`. */
import type { Language } from "../../preload/contract/task.ts";
import { en } from "./en.ts";
import { zh } from "./zh.ts";

export type Key = keyof typeof en;
type Base<K> = K extends `${infer B}.one` ? B : never;
export type PluralKey = Base<Key>;
export type Words = Readonly<Record<Key, string>>;
type Params = Readonly<Record<string, string | number>>;

const dictionaries: Readonly<Record<Language, Words>> = { en, zh };

export interface Translator {
  readonly language: Language;
  readonly t: (key: Key, params?: Params) => string;
  /** Chooses `KEY.one` or `KEY.other` by the language's plural rules; `{n}` is the count. */
  readonly plural: (key: PluralKey, count: number, params?: Params) => string;
  /** For keys made from data (check ids, mechanisms): null where no word is known. */
  readonly find: (key: string) => string | null;
}

const fill = (text: string, params: Params): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));

export function makeTranslator(language: Language): Translator {
  const words = dictionaries[language];
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    language,
    t: (key, params = {}) => fill(words[key], params),
    plural: (key, count, params = {}) => {
      const form: Key = rules.select(count) === "one" ? `${key}.one` : `${key}.other`;
      return fill(words[form], { n: numbers.format(count), ...params });
    },
    find: (key) => (Object.hasOwn(words, key) ? words[key as Key] : null),
  };
}
