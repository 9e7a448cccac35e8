/** Was the data looked at? Calls of the solution that inspect it, by what they can show. */
import { basename } from "node:path/posix";
import type { Evidence, InspectionCheck } from "../evidence/evidence.ts";
import type { Trace } from "../evidence/judge-output.ts";
import { NOT_SHOWN, placeOf, type Shown, strongest, traceOf } from "./trust.ts";

const SHOWS: Readonly<Record<InspectionCheck, readonly string[]>> = {
  schema: ["info", "head", "tail", "sample", "describe", "nunique", "unique", "value_counts", "dtypes"],
  missing: ["isna", "isnull", "notna", "notnull", "info", "describe", "count"],
  outliers: "describe min max quantile hist boxplot nlargest nsmallest between value_counts agg unique".split(
    " ",
  ),
  duplicates: ["duplicated", "nunique", "value_counts", "unique", "groupby", "describe"],
  drift:
    "min max mean median std describe quantile value_counts nunique unique hist agg isna skew groupby crosstab".split(
      " ",
    ),
  privacy: ["head", "sample", "unique", "describe", "info", "value_counts", "nunique"],
};
/** A read of the column by the code itself, as scripts without pandas do. */
const READ = "read";

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

type Inspection = Trace["inspections"][number];

/** A comparison needs both sides. Where tables cannot be told apart, any look after the hold-out was opened counts. */
function comparisons(trace: Trace, looks: readonly Inspection[]): readonly Inspection[] {
  const opened = trace.opens.find((open) => basename(open.path) === "holdout.csv");
  if (opened === undefined) {
    return [];
  }
  const after = looks.filter((look) => look.n > opened.n);
  if (!looks.some((look) => look.frame !== undefined)) {
    return after;
  }
  const both = after.filter((look) => look.frame === "both");
  const others = looks.some((look) => look.frame === "labelled" || look.frame === "train");
  return others ? [...both, ...after.filter((look) => look.frame === "holdout")] : both;
}

function fromTrace(evidence: Evidence, check: InspectionCheck, columns: readonly string[]): Shown {
  const trace = traceOf(evidence);
  if (trace === null) {
    return NOT_SHOWN;
  }
  const wanted = new Set(columns);
  const looks = trace.inspections.filter(
    (look) =>
      (SHOWS[check].includes(last(look.name)) || last(look.name) === READ) &&
      (wanted.size === 0 || look.columns.length === 0 || look.columns.some((column) => wanted.has(column))),
  );
  return strongest(evidence, check === "drift" ? comparisons(trace, looks) : looks);
}

/** No event, but the tree has such a call: it may never have run, so it counts as a claim. */
function fromTree(evidence: Evidence, check: InspectionCheck): Shown {
  const call = evidence.judge?.static.calls.find((one) => SHOWS[check].includes(last(one.name)));
  return call === undefined || call.line === null
    ? NOT_SHOWN
    : { strength: "claimed", at: placeOf(call), from: "tree" };
}

/** `columns` empty: any column will do. */
export function lookAt(evidence: Evidence, check: InspectionCheck, columns: readonly string[] = []): Shown {
  const traced = fromTrace(evidence, check, columns);
  return traced.strength === "none" ? fromTree(evidence, check) : traced;
}
