/** Faults of what a report says it found in the data. */
import type { Base, FileKind, PlantedInFiles } from "../mutant.ts";
import {
  at,
  edited,
  type Finding,
  findings,
  findingsOf,
  cutsBothSides,
  medianOf,
  ordinaryColumn,
  listAt,
} from "../report-edits.ts";

type Fault = Base["truth"]["faults"][number];
export type Mode = "schema" | "missing" | "outliers" | "duplicates" | "drift" | "privacy";
const ID = "data_inspection";
const TREATMENTS = "preprocessing.treatments";

/** Planted faults with the finding that names each. */
export const named = (base: Base): readonly { readonly fault: Fault; readonly finding: Finding }[] =>
  base.truth.faults.flatMap((fault) => {
    const finding = findingsOf(base, fault)[0];
    return fault.check === "none" || finding === undefined ? [] : [{ fault, finding }];
  });

/** The report without the findings that name the fault. What it was the only one to name is missed as well. */
export function withoutFindings(base: Base, fault: Fault): PlantedInFiles {
  const gone = new Set(findingsOf(base, fault).map((one) => one.place));
  const left = listAt(base.report, "findings").filter((_, place) => !gone.has(place));
  const missed = base.truth.faults.filter((one) => {
    const all = findingsOf(base, one);
    return all.length > 0 && all.every((finding) => gone.has(finding.place));
  });
  return {
    which: fault.id,
    // What inspection missed earns at most half of its treatment.
    must: [
      ...missed.filter((one) => one.check !== "none").map((one) => `${ID}.${one.check}`),
      ...(missed.some((one) => one.check !== "none" && one.treatments.length > 0) ? [TREATMENTS] : []),
    ],
    may: missed.some((one) => one.check === "none") ? [TREATMENTS] : [],
    files: edited(base, ["findings"], left),
  };
}

const ofFinding = (
  base: Base,
  finding: Finding,
  which: string,
  must: readonly string[],
  changes: Readonly<Record<string, unknown>>,
): PlantedInFiles => ({
  which,
  must,
  files: edited(base, ["findings", finding.place], { ...finding.value, ...changes }),
});

/** A further finding with a limit that parts the ordinary values of a column. */
export function cutInTheMiddle(
  base: Base,
  said: (limit: number) => Readonly<Record<string, unknown>>,
): readonly PlantedInFiles[] {
  const field = ordinaryColumn(base);
  const limit = field === null ? null : medianOf(base, field);
  // Of a column with few values the middle may be an end.
  return field === null || limit === null || !cutsBothSides(base, field, limit)
    ? []
    : [invented(base, "outliers", { field, limit, ...said(limit) })];
}

/** A further finding. In a task that plants none of its kind it costs the check of the kind, else it is a false alarm. */
export function invented(base: Base, mode: Mode, finding: Readonly<Record<string, unknown>>): PlantedInFiles {
  const all = listAt(base.report, "findings");
  const check = base.task.inspection[mode] === "I" ? mode : "false_alarms";
  return {
    which: String(finding["field"]),
    must: [`${ID}.${check}`],
    files: edited(base, ["findings"], [...all, finding]),
  };
}

const ofKinds = (base: Base, ...kinds: readonly Fault["kind"][]) =>
  named(base).filter(({ fault }) => kinds.includes(fault.kind));

export const findingKinds: readonly FileKind[] = [
  {
    id: "finding.left_out",
    says: "a planted fault is in no finding",
    plant: (base) => named(base).map(({ fault }) => withoutFindings(base, fault)),
  },
  {
    id: "finding.rate_wrong",
    says: "the share of missing values is six points off",
    plant: (base) =>
      ofKinds(base, "missing", "gap").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.missing`], {
          rate: Math.min(1, ("rate" in fault ? fault.rate : 0) + 0.06),
          count: undefined,
        }),
      ),
  },
  {
    id: "finding.rate_unsaid",
    says: "no share of missing values is said",
    plant: (base) =>
      ofKinds(base, "missing").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.missing`], {
          rate: undefined,
          count: undefined,
          evidence: "many values are empty",
        }),
      ),
  },
  {
    id: "finding.mechanism_wrong",
    says: "MAR is taken for MCAR, or the other way round",
    plant: (base) =>
      ofKinds(base, "missing").map(({ fault, finding }) => {
        const random = "mechanism" in fault && fault.mechanism === "MCAR";
        const other = ordinaryColumn(base) ?? "row_id";
        return ofFinding(base, finding, fault.id, [`${ID}.missing`], {
          mechanism: random ? "MAR" : "MCAR",
          depends_on: random ? other : undefined,
        });
      }),
  },
  {
    id: "finding.depends_on_wrong",
    says: "another column is said to decide what is missing",
    plant: (base) =>
      ofKinds(base, "missing")
        .filter(({ fault }) => "depends_on" in fault && fault.depends_on.length > 0)
        .map(({ fault, finding }) =>
          ofFinding(base, finding, fault.id, [`${ID}.missing`], { depends_on: "row_id" }),
        ),
  },
  {
    id: "finding.only_statistics",
    says: "impossible values are named for their quartiles alone",
    plant: (base) =>
      ofKinds(base, "outlier", "unit", "stuck", "closed").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.outliers`], {
          evidence: "outside 1.5 IQR of Q1 and Q3",
        }),
      ),
  },
  {
    id: "finding.limit_in_the_middle",
    says: "the limit of impossible values cuts off half of the ordinary ones",
    plant: (base) =>
      ofKinds(base, "outlier", "unit").flatMap(({ fault, finding }) => {
        const limit = medianOf(base, fault.fields[0] ?? "");
        return limit === null || typeof finding.value["limit"] !== "number"
          ? []
          : [ofFinding(base, finding, fault.id, [`${ID}.false_alarms`], { limit })];
      }),
  },
  {
    id: "finding.count_wrong",
    says: "another number of duplicates is reported",
    plant: (base) =>
      ofKinds(base, "duplicate").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.duplicates`], {
          count: "count" in fault ? 2 * fault.count + 3 : 3,
        }),
      ),
  },
  {
    id: "finding.count_unsaid",
    says: "no number of duplicates is said",
    plant: (base) =>
      ofKinds(base, "duplicate").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.duplicates`], {
          count: undefined,
          evidence: "some rows repeat",
        }),
      ),
  },
  {
    id: "finding.key_wrong",
    says: "duplicates are counted on another key",
    plant: (base) =>
      ofKinds(base, "duplicate").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.duplicates`], { key: ["row_id"] }),
      ),
  },
  {
    id: "finding.privacy_without_advice",
    says: "personal data is named and kept",
    plant: (base) =>
      ofKinds(base, "personal").map(({ fault, finding }) =>
        ofFinding(base, finding, fault.id, [`${ID}.privacy`], { action: "keep as it is" }),
      ),
  },
  {
    id: "finding.missing_invented",
    says: "a column without empty cells is said to have them",
    plant: (base) => {
      const field = ordinaryColumn(base);
      return field === null || base.data === null
        ? []
        : [
            invented(base, "missing", {
              field,
              issue: "missing",
              evidence: "12.0% of the values are missing",
              action: "median",
              rate: 0.12,
              mechanism: "MCAR",
            }),
          ];
    },
  },
  {
    id: "finding.duplicates_invented",
    says: "a unique column is said to repeat",
    plant: (base) =>
      base.data?.columns["row_id"] === undefined
        ? []
        : [
            invented(base, "duplicates", {
              field: "row_id",
              issue: "duplicate",
              evidence: "25 rows repeat an id",
              action: "keep the first",
              count: 25,
              key: ["row_id"],
            }),
          ],
  },
  {
    id: "finding.outliers_invented",
    says: "half of the ordinary values of a column are called impossible",
    plant: (base) =>
      cutInTheMiddle(base, (limit) => ({
        issue: "outlier",
        evidence: `values over ${limit} cannot exist in reality: entry errors`,
        action: "cap",
      })),
  },
  ...(["schema", "drift", "privacy"] as const).map(
    (mode): FileKind => ({
      id: `finding.${mode}_invented`,
      says: `a finding of ${mode} in a column that has nothing of the kind`,
      plant: (base) => {
        const field = ordinaryColumn(base);
        const issue = { schema: "type", drift: "drift", privacy: "privacy" }[mode];
        return base.task.inspection[mode] !== "I" || field === null
          ? []
          : [
              invented(base, mode, {
                field,
                issue,
                evidence: "seen in the first rows of both files",
                action: "drop the column",
              }),
            ];
      },
    }),
  ),
  {
    id: "harmless.true_observation",
    says: "no fault: a true observation that changes nothing",
    plant: (base) => {
      const field = ordinaryColumn(base);
      const finding = {
        field,
        issue: "outlier",
        evidence: "the largest values stand apart from the others, and are believable",
        action: "keep",
      };
      return field === null
        ? []
        : [
            {
              which: field,
              must: [],
              files: edited(base, ["findings"], [...listAt(base.report, "findings"), finding]),
            },
          ];
    },
  },
  {
    id: "harmless.findings_reversed",
    says: "no fault: the findings stand in another order",
    plant: (base) => [
      {
        which: "",
        must: [],
        files: edited(base, ["findings"], listAt(base.report, "findings").toReversed()),
      },
    ],
  },
  {
    id: "harmless.words_in_capitals",
    says: "no fault: the issues are written in capitals",
    plant: (base) => [
      {
        which: "",
        must: [],
        files: edited(
          base,
          ["findings"],
          findings(base).map(({ value }) => ({ ...value, issue: String(at(value, "issue")).toUpperCase() })),
        ),
      },
    ],
  },
];
