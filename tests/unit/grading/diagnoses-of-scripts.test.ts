/** Rules that rest on the syntax tree, on a script that has the fault and on a similar one that has not. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { StaticFacts } from "../../../main/core/evidence/judge-output.ts";
import { diagnose } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { type Changes, creditRisk } from "../../fixtures/evidence/credit-risk.ts";
import { managedPython } from "../tasks/managed-python.ts";

/** Text of each file of a solution. */
type Script = Readonly<Record<string, string>>;

interface Case {
  readonly rule: string;
  readonly faulty: Script;
  /** Where the fault is. */
  readonly line: number;
  readonly similar: readonly Script[];
  /** What else the rule rests on. */
  readonly changes?: Changes;
}

const script = (...lines: readonly string[]): Script => ({ "solution.py": `${lines.join("\n")}\n` });

const cases: readonly Case[] = [
  {
    rule: "barred_import",
    faulty: script("import numpy as np", "from scipy.stats import zscore"),
    line: 2,
    similar: [
      script("# import scipy", "from sklearn.metrics import f1_score", "scipy = 'scipy.stats'"),
      script("from mle_bench.models import ARIMA"),
    ],
  },
  {
    rule: "foreign_utils",
    faulty: script("import json", "from utils.preprocess import clean_data"),
    line: 2,
    similar: [
      script("from mle_bench.utils.preprocess import clean_data"),
      { ...script("from utils import clean"), "utils.py": "def clean(df):\n    return df\n" },
      {
        ...script("from utils.cleaning import clean"),
        "utils/cleaning.py": "def clean(df):\n    return df\n",
      },
    ],
  },
  {
    rule: "seeds_missing",
    faulty: script("import numpy as np", "rows = np.random.permutation(10)"),
    line: 2,
    similar: [
      script("import numpy as np", "np.random.seed(42)", "rows = np.random.permutation(10)"),
      script("import numpy as np", "rows = np.random.default_rng(42).permutation(10)"),
    ],
  },
  {
    rule: "clock_in_names",
    faulty: script("import time", "name = f'report_{time.time()}.json'", "open(name, 'w')"),
    line: 2,
    similar: [
      script("import time", "began = time.time()", "print(time.time() - began)", "open('r.json', 'w')"),
    ],
  },
  {
    rule: "absolute_path",
    faulty: script("import pandas as pd", "df = pd.read_csv('/home/ada/data.csv')"),
    line: 2,
    similar: [
      script(
        "import pandas as pd",
        "from mle_bench import DATA_DIR",
        "df = pd.read_csv(f'{DATA_DIR}/data.csv')",
      ),
      script("import pandas as pd", "df = pd.read_csv('/tmp/mle_data/data.csv')"),
    ],
  },
  {
    rule: "report_in_working_folder",
    faulty: script("import os", "path = os.path.join(os.getcwd(), 'report.json')"),
    line: 2,
    similar: [
      script("import os", "from mle_bench import REPORT_DIR", "path = os.path.join(REPORT_DIR, 'r.json')"),
    ],
    changes: { reportBytes: null },
  },
  {
    rule: "newer_api",
    faulty: script(
      "from sklearn.metrics import f1_score",
      "from sklearn.metrics import root_mean_squared_error",
    ),
    line: 2,
    similar: [
      script("from sklearn.metrics import mean_squared_error", "mean_squared_error(y, p, squared=False)"),
    ],
  },
  {
    rule: "text_labels",
    faulty: script("y = df['default'].astype(str)", "hits = (y == 1).sum()"),
    line: 2,
    similar: [
      script("y = df['default'].astype(str)", "hits = (y == '1').sum()"),
      script("y = df['default'].astype(int)", "hits = (y == 1).sum()"),
    ],
  },
  {
    rule: "too_many_labels",
    faulty: script(
      "from sklearn.metrics import f1_score",
      "f1_score(y, p, labels=[0, 1, 2], average='macro')",
    ),
    line: 2,
    similar: [
      script("from sklearn.metrics import f1_score", "f1_score(y, p, labels=[0, 1], average='macro')"),
    ],
  },
  {
    rule: "barred_call",
    faulty: script("import os", "os.system('nproc')"),
    line: 2,
    similar: [script("import os", "os.cpu_count()", "system = os.path.join('os', 'system')")],
    changes: {
      evidence: ({ judge }) => {
        judge.scored.recorded = false;
      },
    },
  },
  {
    rule: "source_fault",
    faulty: script("import json", "def load(:", "    pass"),
    line: 2,
    similar: [script("import json", "def load():", "    pass")],
  },
];

const READER = `
import json, sys, tempfile
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from judge.static import read_solution
found = []
for files in json.load(sys.stdin):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        found.append(read_solution(Path(folder), {"default", "age"}, "default"))
json.dump(found, sys.stdout)
`;

const scripts = cases.flatMap(({ faulty, similar }) => [faulty, ...similar]);
const facts = new Map<Script, StaticFacts>();

/** All of them by one process. */
beforeAll(async () => {
  const sandbox = resolve(import.meta.dirname, "..", "..", "..", "sandbox");
  const ran = spawnSync(await managedPython(), ["-I", "-B", "-c", READER, sandbox], {
    input: JSON.stringify(scripts),
    encoding: "utf8",
  });
  expect(ran.stderr).toBe("");
  for (const [at, read] of z.array(StaticFacts).parse(JSON.parse(ran.stdout)).entries()) {
    const of = scripts[at];
    if (of !== undefined) facts.set(of, read);
  }
});

function placesOf({ rule, changes }: Case, of: Script) {
  const read = facts.get(of);
  if (read === undefined) throw new Error("The script was not read.");
  const evidence = creditRisk({
    ...changes,
    evidence: (made) => {
      changes?.evidence?.(made);
      made.judge.static = read;
    },
  });
  return diagnose(evidence, "en").flatMap((one) => (one.rule === rule ? [one.at] : []));
}

describe.each(cases)("$rule", (one) => {
  test("is found in a script that has the fault, with its line", () => {
    expect(placesOf(one, one.faulty)).toEqual([{ file: "solution.py", line: one.line }]);
  });

  test.each(one.similar.map((similar) => ({ similar, text: similar["solution.py"] ?? "" })))(
    "says nothing of a similar one: $text",
    ({ similar }) => {
      expect(placesOf(one, similar)).toEqual([]);
    },
  );
});
