/** Faults that make two executions differ: generators without a seed, clocks in names and values, paths of one machine. */
import { replaced, withEnding, withPrelude } from "../code-edits.ts";
import type { CodeKind } from "../mutant.ts";
import { codeKind, swallowed, unlisted } from "./code-kind.ts";

const REPRODUCIBLE = "reporting.reproducible";
const FIRST_PNG = /"([\w-]+)\.png"/;

export const randomnessKinds: readonly CodeKind[] = [
  codeKind(
    "numpy_unseeded",
    "numpy's generator draws without a seed",
    { verify: "none" },
    ({ solution }) => ({
      must: [REPRODUCIBLE],
      diagnoses: ["seeds_missing"],
      solution:
        replaced(solution, /^( *)np\.random\.seed\(SEED\)$/m, "$1print(np.random.rand())") ??
        withEnding(solution, ["import numpy as np", "print(np.random.rand())"]),
    }),
  ),
  codeKind(
    "random_unseeded",
    "the generator of random draws without a seed",
    { verify: "none" },
    ({ solution }) => ({
      must: [REPRODUCIBLE],
      diagnoses: ["seeds_missing"],
      solution:
        replaced(solution, /^( *)random\.seed\(SEED\)$/m, "$1print(random.random())") ??
        withEnding(solution, ["import random", "print(random.random())"]),
    }),
  ),
  codeKind(
    "clock_in_figure",
    "the name of the figure holds the time",
    { verify: "none" },
    ({ solution }) => ({
      must: [REPRODUCIBLE],
      // The report names another file.
      may: ["evaluation.explainability"],
      diagnoses: ["clock_in_names"],
      solution: FIRST_PNG.test(solution)
        ? withPrelude(solution.replace(FIRST_PNG, 'f"$1-{time.time():.0f}.png"'), ["import time"])
        : null,
    }),
  ),
  codeKind(
    "clock_in_name",
    "a file is left whose name holds the day",
    { verify: "none" },
    ({ solution }) => ({
      must: [REPRODUCIBLE],
      diagnoses: ["clock_in_names"],
      solution: withEnding(solution, [
        "import os",
        "from datetime import datetime",
        "from mle_bench import REPORT_DIR",
        'noted = f"notes-{datetime.now():%Y-%m-%d}.txt"',
        'with open(os.path.join(REPORT_DIR, noted), "w", encoding="utf-8") as notes:',
        '    notes.write("done\\n")',
      ]),
    }),
  ),
  codeKind(
    "clock_in_name_unseen",
    "a file is left whose name holds the time, from a clock that is asked for by a name in pieces",
    { verify: "quick" },
    ({ solution }) => ({
      must: [REPRODUCIBLE],
      diagnoses: ["names_change"],
      mayDiagnose: ["clock_in_names"],
      solution: withEnding(solution, [
        "import os",
        "import time",
        "from mle_bench import REPORT_DIR",
        'moment = getattr(time, "ti" + "me")()',
        'with open(os.path.join(REPORT_DIR, f"notes-{moment:.0f}.txt"), "w", encoding="utf-8") as notes:',
        '    notes.write("done\\n")',
      ]),
    }),
  ),
  codeKind("clock_in_value", "a file is left that holds the time", { verify: "none" }, ({ solution }) => ({
    must: [REPRODUCIBLE],
    diagnoses: ["clock_in_names"],
    solution: withEnding(solution, [
      "import json",
      "import os",
      "from datetime import datetime",
      "from mle_bench import REPORT_DIR",
      'with open(os.path.join(REPORT_DIR, "made.json"), "w", encoding="utf-8") as made:',
      '    json.dump({"made_at": datetime.now().isoformat()}, made)',
    ]),
  })),
  codeKind("foreign_path", "a file of one machine is looked for", { verify: "none" }, (base) => ({
    must: [REPRODUCIBLE],
    diagnoses: ["absolute_path"],
    may: ["reporting.failures", ...unlisted(base, "pandas")],
    solution: withEnding(base.solution, [
      "import pandas as pd",
      ...swallowed("OSError", 'pd.read_csv("/home/ada/loans/data.csv")'),
    ]),
  })),
];
