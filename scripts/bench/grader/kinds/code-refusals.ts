/** Faults that the sandbox refuses: barred libraries and calls, other folders, walls, and releases that are not there. */
import { withEnding, withPrelude } from "../code-edits.ts";
import { type CodeKind, everyCheck, wholeStage } from "../mutant.ts";
import { codeKind, swallowed, unlisted } from "./code-kind.ts";

const FAILURES = "reporting.failures";
/** A run that did not finish is not verified, so a check that rests on that falls. */
const UNVERIFIED = ["preprocessing.no_leakage"];

export const refusalKinds: readonly CodeKind[] = [
  codeKind(
    "error_swallowed",
    "an exception is caught and not reported",
    { verify: "quick" },
    ({ solution }) => ({
      must: [FAILURES],
      solution: withEnding(solution, swallowed("ValueError", 'int("no number")')),
    }),
  ),
  codeKind(
    "barred_library",
    "a barred library is imported, and the refusal is caught",
    { verify: "quick" },
    (base) => ({
      must: [FAILURES],
      // It stands in the code and in no list.
      may: unlisted(base, "statsmodels"),
      diagnoses: ["barred_import"],
      solution: withEnding(base.solution, swallowed("ImportError", "import statsmodels")),
    }),
  ),
  codeKind(
    "foreign_utils",
    "utils is imported instead of mle_bench.utils",
    { verify: "quick" },
    ({ solution }) => ({
      must: [FAILURES],
      diagnoses: ["foreign_utils"],
      solution: withEnding(solution, swallowed("ImportError", "from utils.preprocess import clean_data")),
    }),
  ),
  codeKind(
    "program_started",
    "another program is started, and the refusal is caught",
    { verify: "quick" },
    ({ solution }) => ({
      must: [FAILURES],
      diagnoses: ["barred_call"],
      solution: withEnding(solution, ["import os", ...swallowed("OSError", 'os.system("date")')]),
    }),
  ),
  codeKind(
    "listing_three_times",
    "a refused listing is tried three times",
    { verify: "none" },
    ({ solution }) => ({
      must: ["problem_understanding.scope"],
      may: [FAILURES],
      diagnoses: ["repeated_blocked_call"],
      solution: withEnding(solution, [
        "import os",
        "for _ in range(3):",
        ...swallowed("OSError", "os.listdir(os.sep)").map((line) => `    ${line}`),
      ]),
    }),
  ),
  codeKind(
    "written_outside",
    "a file is written to the working folder, and the refusal is caught",
    { verify: "quick" },
    ({ solution }) => ({
      must: [FAILURES],
      diagnoses: ["write_outside"],
      solution: withEnding(solution, swallowed("OSError", 'open("model.pkl", "wb")')),
    }),
  ),
  codeKind(
    "report_in_working_folder",
    "results go to the working folder, which ends the run",
    { verify: "none", ends: "failed" },
    ({ solution }) => {
      const alias = /\bREPORT_DIR as (\w+)/.exec(solution)?.[1] ?? "REPORT_DIR";
      return {
        must: wholeStage("reporting"),
        may: everyCheck,
        diagnoses: ["report_in_working_folder", "write_outside"],
        solution: withPrelude(solution, ["import os", `${alias} = os.getcwd()`]),
      };
    },
  ),
  codeKind(
    "memory_wall",
    "an array is made that is twice as large as the memory",
    { verify: "none", ends: "out_of_memory" },
    ({ solution, task }) => ({
      must: wholeStage("reporting"),
      may: everyCheck,
      diagnoses: ["memory_wall"],
      solution: withPrelude(solution, [
        "import numpy as np",
        `hoard = np.ones(${Math.round(task.walls.memoryBytes / 4)})`,
      ]),
    }),
  ),
  codeKind(
    "newer_release",
    "a name is imported that the installed release does not have, which ends the run",
    { verify: "none", ends: "failed" },
    ({ solution }) => ({
      must: [FAILURES, ...UNVERIFIED],
      may: everyCheck,
      diagnoses: ["newer_api"],
      solution: withEnding(solution, ["from sklearn.metrics import root_mean_squared_error"]),
    }),
  ),
  codeKind(
    "syntax_of_another_python",
    "a statement is written that Python 3.11 does not know, which ends the run",
    { verify: "none", ends: "failed" },
    ({ solution }) => ({
      must: ["reporting.reproducible"],
      may: everyCheck,
      diagnoses: ["source_fault"],
      solution: withEnding(solution, ["type Row = dict[str, float]"]),
    }),
  ),
  codeKind(
    "bracket_open",
    "a bracket is not closed, which ends the run",
    { verify: "none", ends: "failed" },
    ({ solution }) => ({
      must: ["reporting.reproducible"],
      may: everyCheck,
      diagnoses: ["source_fault"],
      solution: withEnding(solution, ['print("done"']),
    }),
  ),
];
