/**
 * `private/truth.json`: what the generator planted, written by the code that planted it. Rows are row_ids of labelled
 * and hold-out rows unless said otherwise; a rate is the share of the labelled rows.
 */
import { z } from "zod";

const RowIds = z.array(z.number().int());
const Cell = z.union([z.string(), z.number()]);
const Common = {
  id: z.string(),
  /** The inspection check that should find it; `none` where no check asks for it and a true finding is accepted. */
  check: z.enum(["schema", "missing", "outliers", "duplicates", "drift", "privacy", "none"]),
  fields: z.array(z.string()).min(1),
  /** `findings[].issue` words that name it. */
  words: z.array(z.string()).min(1),
  /** Verdict words of the judge that count as a right treatment; empty where no treatment is asked for. */
  treatments: z.array(z.string()),
};
/** Smallest and largest believable value: no ordinary row lies outside. */
const Valid = z.object({ minimum: z.number(), maximum: z.number() });

export const Fault = z.discriminatedUnion("kind", [
  z.object({
    ...Common,
    kind: z.literal("missing"),
    rate: z.number(),
    mechanism: z.enum(["MCAR", "MAR", "MNAR"]),
    depends_on: z.array(z.string()),
    rows: RowIds,
  }),
  /** Whole rows that should be there: every step of time for every value of `key`, but these. */
  z.object({
    ...Common,
    kind: z.literal("gap"),
    key: z.array(z.string()),
    time: z.string(),
    /** Distance of two rows of one key, in days where the time is a date, else in seconds. */
    step: z.number().positive(),
    /** Share of the rows that should be there. */
    rate: z.number(),
    /** Rows that are not there. */
    count: z.number().int(),
    /** Cells of `key`, then of `time`, of each. */
    absent: z.array(z.array(Cell)),
  }),
  z.object({
    ...Common,
    kind: z.literal("outlier"),
    /** Labelled rows. */
    count: z.number().int(),
    rows: RowIds,
    /** Every planted row lies outside. */
    valid: Valid,
  }),
  /** Values in another unit: raw = right value x factor + offset. Every planted row lies outside `valid`. */
  z.object({
    ...Common,
    kind: z.literal("unit"),
    count: z.number().int(),
    rows: RowIds,
    valid: Valid,
    factor: z.number(),
    offset: z.number(),
  }),
  /** A sensor that repeats one value: runs of at least `run` rows of a key in the order of time. */
  z.object({
    ...Common,
    kind: z.literal("stuck"),
    key: z.array(z.string()),
    time: z.string(),
    run: z.number().int().positive(),
    count: z.number().int(),
    rows: RowIds,
  }),
  /** A value that ordinary rows never have and that means "not open", not "none". */
  z.object({
    ...Common,
    kind: z.literal("closed"),
    value: z.number(),
    count: z.number().int(),
    rows: RowIds,
  }),
  z.object({
    ...Common,
    kind: z.literal("duplicate"),
    key: z.array(z.string()).min(1),
    /** Rows beyond the first of each key. */
    count: z.number().int(),
    groups: z.array(RowIds),
    /** True where the rows are alike, not equal: a count within 10 % is right. */
    near: z.boolean().default(false),
  }),
  /** Mixed types ("123" among 123, True beside 1) or formats (ISO beside Unix time, separators). */
  z.object({
    ...Common,
    kind: z.enum(["type", "format"]),
    /** Regular expression of a whole ordinary cell: exactly the planted cells that are not empty do not match. */
    ordinary: z.string(),
    count: z.number().int(),
    rows: RowIds,
  }),
  z.object({
    ...Common,
    kind: z.literal("drift"),
    what: z.enum(["later_dates", "shifted", "new_category"]),
    /** The category that only the hold-out has. */
    value: z.string().nullable().default(null),
    /** Hold-out rows of the new category; else empty. */
    rows: RowIds,
  }),
  z.object({
    ...Common,
    kind: z.literal("personal"),
    what: z.enum(["email", "phone", "card", "name"]),
    /** Rows whose cell holds it; null: every row that is not empty. */
    rows: RowIds.nullable(),
  }),
  /** Known only after the outcome: filled in labelled rows, blank in the hold-out. */
  z.object({ ...Common, kind: z.literal("after_the_fact") }),
  z.object({ ...Common, kind: z.literal("label_noise"), rate: z.number(), rows: RowIds }),
]);
export type Fault = z.infer<typeof Fault>;

export const Truth = z.object({
  schema: z.literal(1),
  task: z.string(),
  variant: z.number().int().nonnegative(),
  generator: z.string(),
  columns: z.record(
    z.string(),
    z.object({
      role: z.enum(["identifier", "group", "feature", "after_the_fact", "personal", "date", "target"]),
      type: z.enum(["integer", "number", "category", "date", "text"]),
    }),
  ),
  faults: z.array(Fault),
  /** Share of missing values of every column, on the labelled rows. */
  missing_rates: z.record(z.string(), z.number()),
  /** Share of the positive class on the labelled rows; null where there is none. */
  positive_rate: z.number().nullable(),
  /** Rule tasks: which ids the rule selects, of the data and of the data with the rows of `private/edges.csv`. */
  selection: z
    .object({
      column: z.string(),
      ids: z.array(Cell),
      with_edges: z.array(Cell),
    })
    .nullable()
    .default(null),
});
export type Truth = z.infer<typeof Truth>;
