/** Reads `details.compared` of a check: what the report claims beside what is true. Details carry no promise of shape. */

type Value = string | number | boolean | null;

const whats = ["metric", "group", "gap", "problem", "drop", "hyperparameter"] as const;
const verdicts = ["agrees", "differs", "unsaid", "unsourced"] as const;

export interface ComparedRow {
  readonly what: (typeof whats)[number];
  readonly name: string;
  readonly said: Value;
  readonly measured: Value;
  /** Claimed minus true; null where one of the two is no number. */
  readonly difference: number | null;
  readonly verdict: (typeof verdicts)[number];
}

type Details = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Details => typeof value === "object" && value !== null;
const valueOf = (value: unknown): Value =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;

function rowOf(row: unknown): ComparedRow | null {
  if (!isObject(row) || typeof row["name"] !== "string") return null;
  const [said, measured] = [valueOf(row["said"]), valueOf(row["measured"])];
  // Gradings of earlier versions say of metrics alone, and only whether they were right.
  const earlier = row["right"] === true ? "agrees" : said === null ? "unsaid" : "differs";
  return {
    what: whats.find((one) => one === row["what"]) ?? "metric",
    name: row["name"],
    said,
    measured,
    difference: typeof said === "number" && typeof measured === "number" ? said - measured : null,
    verdict: verdicts.find((one) => one === row["verdict"]) ?? earlier,
  };
}

/** Details that the table of claims stands for: nothing of them is shown a second time. */
const keys: ReadonlySet<string> = new Set(["compared", "metrics"]);

export interface SplitDetails {
  readonly compared: readonly ComparedRow[];
  readonly others: Details;
}

export function splitDetails(details: Details): SplitDetails {
  const rows = details["compared"] ?? details["metrics"];
  const compared = Array.isArray(rows) ? rows.flatMap((row) => rowOf(row) ?? []) : [];
  if (compared.length === 0) return { compared, others: details };
  const others = Object.entries(details).filter(
    // The gaps of fairness are among the rows, group by group.
    ([name]) => !keys.has(name) && !(name === "gaps" && details["compared"] !== undefined),
  );
  return { compared, others: Object.fromEntries(others) };
}
