/** Faults of what a solution reads, in what order and how often. */
import { replaced, withEnding, withoutHelper, withPrelude } from "../code-edits.ts";
import type { CodeKind } from "../mutant.ts";
import { codeKind, fewRows, labelledRows, READING } from "./code-kind.ts";

/** From so many rows a loop over them is no matter of taste. */
const MANY_ROWS = 1000;

export const readingKinds: readonly CodeKind[] = [
  codeKind("data_before_brief", "the data is read before the brief", { verify: "none" }, (base) => ({
    must: ["problem_understanding.brief_first"],
    solution: withPrelude(base.solution, [...READING, `print(len(${fewRows(base)}))`]),
  })),
  codeKind("brief_never_read", "the brief is never read", { verify: "none" }, ({ solution }) => ({
    must: ["problem_understanding.brief_first"],
    solution: replaced(solution, /"README\.md"/g, '"CONTRACT.md"'),
  })),
  codeKind(
    "limits_never_read",
    "the limits are written down instead of looked up",
    { verify: "none" },
    ({ solution, task: { walls } }) => {
      const file = {
        network: "False",
        external_data: "False",
        prohibited: JSON.stringify(walls.prohibited),
        allowed_models: walls.allowedModels === null ? "None" : JSON.stringify(walls.allowedModels),
      };
      const rules = `{${Object.entries(file)
        .map(([key, value]) => `"${key}": ${value}`)
        .join(", ")}}`;
      const withoutFile = replaced(
        solution,
        /^( *)with open\([^\n]*"limits\.json"[^\n]*\n +(\w+) = json\.load\(\w+\)$/m,
        `$1$2 = ${rules}`,
      );
      const numbers =
        `{"cpu_cores": ${walls.cpuCores}, "memory_bytes": ${walls.memoryBytes}, ` +
        `"timeout_sec": ${walls.timeoutSeconds}, "memory_used_bytes": 0, "seconds_left": ${walls.timeoutSeconds}}`;
      return {
        must: ["model_training.constraints_checked"],
        solution:
          withoutFile === null
            ? null
            : replaced(withoutHelper(withoutFile, "limits"), /\blimits\(\)/g, numbers),
      };
    },
  ),
  codeKind("data_reread", "the data is read again in every turn of a loop", { verify: "none" }, (base) => ({
    must: [],
    diagnoses: ["data_reread"],
    solution: withEnding(base.solution, [
      ...READING,
      "for _ in range(4):",
      `    print(len(${fewRows(base)}))`,
    ]),
  })),
  codeKind("slow_row_loop", "a loop in Python goes over the rows", { verify: "none" }, (base) => ({
    must: [],
    // Seconds of CPU time are a part of the engineering score.
    may: ["model_training.score"],
    diagnoses: ["slow_row_loop"],
    solution:
      labelledRows(base) < MANY_ROWS
        ? null
        : withEnding(base.solution, [
            "import pandas as pd",
            "total = 0",
            `for _, row in pd.read_csv("${base.task.data.labelled}", nrows=${MANY_ROWS + 500}).iterrows():`,
            "    total += len(row) + sum(range(100_000))",
            "print(total)",
          ]),
  })),
];
