/** What a report claims beside what is true, row by row: `details.compared` of the checks that know both. */

type Value = string | number | boolean | null;

export interface Compared {
  /** `gap`: of a column's groups; `problem`: whether that gap is named one. */
  readonly what: "metric" | "group" | "gap" | "problem" | "drop" | "hyperparameter";
  /** The metric, `column = group`, the column, or `Class.parameter`. */
  readonly name: string;
  /** Null where the report says nothing. */
  readonly said: Value;
  readonly measured: Value;
  readonly verdict: "agrees" | "differs" | "unsaid" | "unsourced";
}

/** Text of an agent, or of its code: as much of it as a table can show. */
const characters = 200;

/** A source may pass thousands of values: a grading holds so many rows of a check, those that do not agree first. */
const rowsMost = 100;

export const boundedRows = (rows: readonly Compared[]): readonly Compared[] =>
  rows.length <= rowsMost
    ? rows
    : rows
        .toSorted((a, b) => Number(a.verdict === "agrees") - Number(b.verdict === "agrees"))
        .slice(0, rowsMost);

export const asText = (value: unknown): string => (JSON.stringify(value) ?? "?").slice(0, characters);

export const verdictOf = (said: unknown, right: boolean): Compared["verdict"] =>
  right ? "agrees" : said === null || said === undefined ? "unsaid" : "differs";
