/** `private/truth.json`: what the generator planted, written by the code that planted it. */
import { z } from "zod";

const RowIds = z.array(z.number().int());
const Common = {
  id: z.string(),
  /** The inspection check that should find it. */
  check: z.enum(["schema", "missing", "outliers", "duplicates", "drift", "privacy"]),
  fields: z.array(z.string()).min(1),
  /** `findings[].issue` words that name it. */
  words: z.array(z.string()).min(1),
  /** Verdict words of the judge that count as a right treatment. */
  treatments: z.array(z.string()),
};

export const Fault = z.discriminatedUnion("kind", [
  z.object({
    ...Common,
    kind: z.literal("missing"),
    /** Share of the labelled rows. */
    rate: z.number(),
    mechanism: z.enum(["MCAR", "MAR", "MNAR"]),
    depends_on: z.array(z.string()),
    /** Labelled and hold-out rows. */
    rows: RowIds,
  }),
  z.object({
    ...Common,
    kind: z.literal("outlier"),
    /** Labelled rows. */
    count: z.number().int(),
    rows: RowIds,
    /** Smallest and largest believable value: no ordinary row lies outside, every planted row does. */
    valid: z.object({ minimum: z.number(), maximum: z.number() }),
  }),
  z.object({
    ...Common,
    kind: z.literal("duplicate"),
    key: z.array(z.string()).min(1),
    /** Rows beyond the first of each key. */
    count: z.number().int(),
    groups: z.array(RowIds),
  }),
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
});
export type Truth = z.infer<typeof Truth>;
