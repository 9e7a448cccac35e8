/** Changes of a report that leave everything else as it was. */
import type { Base, Json } from "./mutant.ts";

export type Path = readonly (string | number)[];

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, ...path: Path): Json => {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
};

export const listAt = (value: unknown, ...path: Path): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

export function at(value: unknown, ...path: Path): unknown {
  let found = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found)) found = found[String(key)];
    else return undefined;
  }
  return found;
}

/** A copy with another value at the path; `undefined` takes it away. */
export function withValue(value: unknown, path: Path, changed: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return changed;
  if (Array.isArray(value)) {
    const place = Number(key);
    return rest.length === 0 && changed === undefined
      ? value.toSpliced(place, 1)
      : value.with(place, withValue(value[place], rest, changed));
  }
  const source = isObject(value) ? value : {};
  const name = String(key);
  if (rest.length === 0 && changed === undefined) {
    return Object.fromEntries(Object.entries(source).filter(([one]) => one !== name));
  }
  return { ...source, [name]: withValue(source[name], rest, changed) };
}

export const asText = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`;

/** The file of a report with one value changed. */
export const edited = (base: Base, path: Path, changed: unknown): Readonly<Record<string, string>> => ({
  "report.json": asText(withValue(base.report, path, changed)),
});

export interface Finding {
  readonly place: number;
  readonly value: Json;
  readonly fields: readonly string[];
  readonly issue: string;
}

const words = (text: unknown): string => (typeof text === "string" ? text.trim().toLowerCase() : "");

export const findings = (base: Base): readonly Finding[] =>
  listAt(base.report, "findings").map((value, place) => ({
    place,
    value: isObject(value) ? value : {},
    fields: [
      words(at(value, "field")),
      ...words(at(value, "field"))
        .split(/[,;/&+]|\band\b/)
        .map((name) => name.trim()),
    ],
    issue: words(at(value, "issue")),
  }));

/** Findings that speak of a planted fault: its field and one of its words. */
export const findingsOf = (base: Base, fault: Base["truth"]["faults"][number]): readonly Finding[] =>
  findings(base).filter(
    (one) =>
      fault.words.includes(one.issue) && fault.fields.some((name) => one.fields.includes(name.toLowerCase())),
  );

/** A column of numbers that nothing was planted in and that is never empty; null where there is none. */
export function ordinaryColumn(base: Base): string | null {
  const touched = new Set(base.truth.faults.flatMap((fault) => fault.fields));
  const found = Object.entries(base.truth.columns).find(
    ([name, { role, type }]) =>
      role === "feature" &&
      (type === "number" || type === "integer") &&
      !touched.has(name) &&
      base.truth.missing_rates[name] === 0,
  );
  return found?.[0] ?? null;
}

export function medianOf(base: Base, column: string): number | null {
  const values = (base.data?.columns[column] ?? [])
    .filter((cell) => cell.trim() !== "")
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  return values[values.length >> 1] ?? null;
}

/** At least a tenth of the values lie on either side of the limit. */
export function cutsBothSides(base: Base, column: string, limit: number): boolean {
  const values = (base.data?.columns[column] ?? []).map(Number).filter(Number.isFinite);
  const above = values.filter((value) => value > limit).length;
  const below = values.filter((value) => value < limit).length;
  return Math.min(above, below) >= values.length / 10;
}
