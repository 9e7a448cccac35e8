/** Made-up data of a variant: a table of every kind of column, one too large to be read whole, and no table. */
import type { ColumnProfile, DataFile, KeptVariant, Language } from "../../../preload/contract/task.ts";

export const brokenVariant = 13;

export const keptVariant = (variant: number, language: Language): KeptVariant => ({
  variant,
  language,
  digest: "6978ed232d2877935009322d137fd10d9eb4444d8c9bd122c5dcb207cb210f8e",
  folder: `/home/ada/.local/share/mle-workbench/tasks/credit_risk/9f2c4e7ab13d5580/variant-${variant}-${language}/public`,
  bytes: 1_231_004 + variant,
});

export const keptVariants = [keptVariant(0, "en"), keptVariant(0, "zh"), keptVariant(3, "en")];

const rows = 8160;

function column(name: string, type: ColumnProfile["type"], more: Partial<ColumnProfile>): ColumnProfile {
  const nothing = { missing: 0, distinct: 0, distinctIsWhole: true, minimum: null, maximum: null };
  return { name, type, ...nothing, mostFrequent: [], ...more };
}

const columns: ColumnProfile[] = [
  column("applicant_id", "text", {
    distinct: 8000,
    minimum: "APP-000017",
    maximum: "APP-099981",
    mostFrequent: [{ value: "APP-000481", count: 3 }],
  }),
  column("income", "number", {
    missing: 411,
    distinct: 7710,
    minimum: "9120.123456789",
    maximum: "150000",
    mostFrequent: [
      { value: "41000.5", count: 4 },
      { value: "38210", count: 3 },
    ],
  }),
  column("employment_length", "number", {
    missing: 987,
    distinct: 41,
    minimum: "0",
    maximum: "40",
    mostFrequent: [
      { value: "3", count: 611 },
      { value: "4", count: 590 },
      { value: "2", count: 588 },
    ],
  }),
  column("application_date", "date", {
    distinct: 730,
    minimum: "2022-01-01",
    maximum: "2023-12-31",
    mostFrequent: [{ value: "2022-03-04", count: 27 }],
  }),
  column("note", "mixed", {
    missing: 12,
    distinct: 10_000,
    distinctIsWhole: false,
    minimum: "12",
    maximum: "a note that goes on and on, for people write whole stories where one word was asked for",
    mostFrequent: [
      { value: "a note that goes on and on, for people write whole stories", count: 90 },
      { value: "turned\u202e round", count: 2 },
    ],
  }),
  column("branch", "empty", { missing: rows }),
  column("default", "number", {
    distinct: 2,
    minimum: "0",
    maximum: "1",
    mostFrequent: [
      { value: "0", count: 7181 },
      { value: "1", count: 979 },
    ],
  }),
];

const cells = (at: number): string[] => [
  `APP-${String(at * 37).padStart(6, "0")}`,
  at % 5 === 0 ? "" : String(30_000 + at * 811.123456),
  String(at % 40),
  "2022-03-04",
  at % 7 === 0
    ? "a note that goes on and on, for people write whole stories where one word was asked for"
    : "ok",
  "",
  String(Number(at % 9 === 0)),
];

const first = Array.from({ length: 20 }, (_, at) => cells(at + 1));

export const dataFiles: DataFile[] = [
  {
    kind: "table",
    name: "data.csv",
    bytes: 903_004,
    profiledRows: rows,
    isWhole: true,
    columns,
    columnsLeftOut: 0,
    rows: first,
  },
  {
    kind: "table",
    name: "events.csv",
    bytes: 812_000_000,
    profiledRows: 100_000,
    isWhole: false,
    columns,
    columnsLeftOut: 3,
    rows: first,
  },
  {
    kind: "table",
    name: "none.csv",
    bytes: 80,
    profiledRows: 0,
    isWhole: true,
    columns: columns.map(({ name }) => column(name, "empty", {})),
    columnsLeftOut: 0,
    rows: [],
  },
  { kind: "other", name: "report.pdf", bytes: 412_000 },
];
