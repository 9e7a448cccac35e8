/** Numbers as a report shows them: at most two decimals for points, seconds and megabytes with their unit. */
import type { Language } from "../../../preload/contract/index.ts";

const locale: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans" };

export const decimal = (value: number | null | undefined, digits: number, language: Language): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? "–"
    : value.toLocaleString(locale[language], { maximumFractionDigits: digits });

/** Decimal units, as the walls are given: 1 MB is 1,000,000 bytes. */
export const bytes = (value: number | null | undefined, language: Language): string => {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value < 1000) return `${decimal(value, 0, language)} B`;
  if (value < 1e6) return `${decimal(value / 1e3, 1, language)} kB`;
  if (value < 1e9) return `${decimal(value / 1e6, 1, language)} MB`;
  return `${decimal(value / 1e9, 2, language)} GB`;
};
