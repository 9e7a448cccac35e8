/** Faults in the order of time of a forecast. */
import { replaced, withPrelude } from "../code-edits.ts";
import type { Base, CodeKind } from "../mutant.ts";
import { afterSplit, reads } from "../split-edits.ts";
import { codeKind, OF_ANOTHER_FEATURE } from "./code-kind.ts";

/** Where a table of features is made under the index of the rows that it was asked for. */
const FEATURES_MADE = /^( *)(return pd\.DataFrame\(columns, index=(\w+)\.index\))$/m;

/** What is known of each series in the order of time, and the value before a moment; 0 where there is none. */
const valueBefore = (series: string, time: string): readonly string[] => [
  "known_values = {}",
  "",
  "def value_before(frame):",
  '    """The target of the row before in the same series; behind the last known row that one\'s."""',
  "    found = []",
  `    for name, moment in zip(frame["${series}"], frame["${time}"].astype(str)):`,
  "        moments, values = known_values[name]",
  "        place = np.searchsorted(moments, moment)",
  "        found.append(values[place - 1] if place else 0.0)",
  "    return np.array(found)",
  "",
];

function withYoungLag({ task, solution }: Base): string | null {
  const { split, target, horizon } = task;
  if (split.by !== "time" || target === null || horizon === null) return null;
  const [series, ...others] = task.key.filter((name) => name !== split.column);
  if (series === undefined || others.length > 0) return null;
  // The name begins with the raw column: solutions tell by it what a feature was made of.
  const featured = replaced(
    solution,
    FEATURES_MADE,
    `$1columns["${split.column}|value before"] = value_before($3)\n$1$2`,
  );
  const filled =
    featured &&
    afterSplit(featured, (parts, rest) =>
      parts.parts === 2 && reads(rest, parts.train)
        ? [
            `for name, own in pd.concat([${parts.train}, ${parts.test}]).sort_values("${split.column}").groupby("${series}"):`,
            `    known_values[name] = own["${split.column}"].astype(str).to_numpy(), own["${target.column}"].to_numpy(float)`,
          ]
        : null,
    );
  return filled && withPrelude(filled, valueBefore(series, split.column));
}

export const timeKinds: readonly CodeKind[] = [
  codeKind(
    "young_lag",
    "the target of the row before is a feature, which is younger than the horizon",
    { verify: "quick" },
    (base) => ({
      must: ["preprocessing.no_leakage"],
      may: OF_ANOTHER_FEATURE,
      solution: withYoungLag(base),
    }),
  ),
];
