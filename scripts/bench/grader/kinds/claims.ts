/** Claims about values that are as they should be: false ones, and sentences that only look like them. */
import type { Base, FileKind, PlantedInFiles } from "../mutant.ts";
import { edited, findingsOf, listAt, ordinaryColumn } from "../report-edits.ts";
import { cutInTheMiddle, invented, type Mode, named, withoutFindings } from "./findings.ts";

const ID = "data_inspection";
type Claim = Readonly<Record<string, unknown>>;

/** More findings than the report has, after its own. */
const withMore = (
  base: Base,
  which: string,
  must: readonly string[],
  more: readonly Claim[],
): PlantedInFiles => ({
  which,
  must,
  files: edited(base, ["findings"], [...listAt(base.report, "findings"), ...more]),
});

/** A false claim of each kind about one column, with all that makes it one. */
const falseClaims = (field: string): Readonly<Record<Mode, Claim>> => ({
  schema: { field, issue: "type", evidence: "some are texts", action: "convert them" },
  missing: { field, issue: "missing", evidence: "9.0% are missing", action: "median", rate: 0.09 },
  outliers: { field, issue: "outlier", evidence: "beyond three standard deviations", action: "remove them" },
  duplicates: {
    field: "row_id",
    issue: "duplicate",
    evidence: "7 rows",
    action: "drop",
    count: 7,
    key: ["row_id"],
  },
  drift: { field, issue: "drift", evidence: "higher in the hold-out", action: "warn" },
  privacy: { field, issue: "privacy", evidence: "names of persons", action: "hash" },
});

/** What says that nothing is wrong, in the ways in which it is said. */
const trueObservations = (field: string): Readonly<Record<string, Claim>> => ({
  no_missing: { field, issue: "missing", evidence: "0.0% are missing", action: "none", rate: 0 },
  no_missing_in_words: { field, issue: "missing", evidence: "no missing values", action: "" },
  no_duplicates: {
    field: "row_id",
    issue: "duplicate",
    evidence: "every id is there once",
    action: "no action needed",
    count: 0,
    key: ["row_id"],
  },
  no_outliers: { field, issue: "outlier", evidence: "0 values out of range", action: "none", count: 0 },
  a_tail: {
    field,
    issue: "outlier",
    evidence: "a long tail, as such things have",
    action: "keep",
    count: 300,
  },
  a_type: { field, issue: "type", evidence: "read as a number", action: "keep as it is" },
  no_shift: { field, issue: "drift", evidence: "the same mean in both files", action: "no change needed" },
  no_persons: { field, issue: "privacy", evidence: "no personal data in it", action: "keep" },
});

/** What of these may be said of the data at hand without being wrong. */
const sayable = (base: Base, claim: Claim): boolean =>
  claim["field"] !== "row_id" || base.data?.columns["row_id"] !== undefined;

export const claimKinds: readonly FileKind[] = [
  {
    id: "finding.outliers_by_number",
    says: "every twelfth ordinary row is called impossible, by a number without a limit",
    plant: (base) => {
      const field = ordinaryColumn(base);
      return field === null || base.data === null
        ? []
        : [
            invented(base, "outliers", {
              field,
              issue: "outlier",
              evidence: "outside 1.5 IQR of Q1 and Q3",
              action: "remove the rows",
              count: Math.round(base.data.rows / 12),
            }),
          ];
    },
  },
  {
    id: "finding.outliers_without_number",
    says: "nobody knows how many ordinary rows are removed as impossible",
    plant: (base) => {
      const field = ordinaryColumn(base);
      return field === null || base.task.inspection.outliers !== "I"
        ? []
        : [invented(base, "outliers", falseClaims(field).outliers)];
    },
  },
  {
    id: "finding.unit_invented",
    says: "half of the ordinary values are said to be in another unit",
    plant: (base) =>
      cutInTheMiddle(base, (limit) => ({
        issue: "inconsistency",
        evidence: `what is over ${limit} was noted in another unit`,
        action: "convert",
      })),
  },
  {
    id: "finding.two_invented",
    says: "two false findings of a kind that is not planted: the check takes one of them only",
    plant: (base) => {
      const field = ordinaryColumn(base);
      return field === null
        ? []
        : (["schema", "missing", "outliers", "duplicates", "drift"] as const).flatMap((mode) => {
            const claim = falseClaims(field)[mode];
            return base.task.inspection[mode] === "I" && base.data !== null
              ? [withMore(base, mode, [`${ID}.${mode}`, `${ID}.false_alarms`], [claim, claim])]
              : [];
          });
    },
  },
  {
    id: "finding.rate_contradicted",
    says: "a second finding gives another share of the same missing values",
    plant: (base) =>
      named(base)
        .filter(({ fault }) => fault.kind === "missing")
        .map(({ fault, finding }) =>
          withMore(base, fault.id, base.data === null ? [] : [`${ID}.false_alarms`], [
            { ...finding.value, rate: 0.55, count: undefined },
          ]),
        ),
  },
  {
    id: "finding.denied",
    says: "a planted fault is looked for and said not to be there",
    plant: (base) =>
      named(base).map(({ fault }) => {
        const denied = new Set(findingsOf(base, fault).map(({ place }) => place));
        const all = listAt(base.report, "findings").map((value, place) =>
          denied.has(place) && typeof value === "object"
            ? { ...value, count: 0, rate: undefined, evidence: "there are none", action: "none" }
            : value,
        );
        return { ...withoutFindings(base, fault), files: edited(base, ["findings"], all) };
      }),
  },
  {
    id: "harmless.nothing_wrong",
    says: "no fault: a finding that says that nothing is wrong, or that all is kept",
    plant: (base) => {
      const field = ordinaryColumn(base);
      return field === null
        ? []
        : Object.entries(trueObservations(field))
            .filter(([, claim]) => sayable(base, claim))
            .map(([which, claim]) => withMore(base, which, [], [claim]));
    },
  },
  {
    id: "harmless.one_odd_value",
    says: "no fault: one value is taken out where others are wrong",
    plant: (base) => {
      const field = ordinaryColumn(base);
      return field === null || base.task.inspection.outliers !== "P"
        ? []
        : [
            withMore(
              base,
              field,
              [],
              [
                {
                  field,
                  issue: "outlier",
                  evidence: "one value that nobody can have",
                  action: "remove",
                  count: 1,
                },
              ],
            ),
          ];
    },
  },
];
