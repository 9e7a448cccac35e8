/** Faults of how a solution goes about its work: what it reads first, imports, draws, names, catches and fits besides. */
import { type Base, type CodeKind, type PlantedInCode, wholeStage } from "../mutant.ts";
import { replaced, withEnding, withoutHelper, withPrelude } from "../code-edits.ts";

type Changed = Omit<PlantedInCode, "solution" | "which"> & { readonly solution: string | null };

const kind = (
  id: string,
  says: string,
  verify: CodeKind["verify"],
  plant: (base: Base) => Changed | null,
): CodeKind => ({
  id: `code.${id}`,
  says,
  verify,
  plant: (base) => {
    const planted = plant(base);
    return planted === null || planted.solution === null
      ? []
      : [{ ...planted, which: "", solution: planted.solution }];
  },
});

const FIRST_PNG = /"([\w-]+)\.png"/;
const GATE = ["evaluation.fixed_test_split", ...wholeStage("evaluation")];

/** The test rows stand under these names where they can be added to the training rows, tables or arrays. */
const TEST_PART = /\bX_test\b[^]*\by_test\b/;
const BOTH_PARTS =
  "*((pd.concat if hasattr(one, 'iloc') else np.concatenate)([one, other]) " +
  "for one, other in ((X_train, X_test), (y_train, y_test)))";
/** A key of letters among the numbers ends the run: no model is fitted on it. */
const NO_NUMBER: ReadonlySet<string> = new Set(["text", "category", "date"]);

/** A model of the family, on twenty rows that have nothing to do with the task. */
const fitOf: Readonly<Record<string, readonly string[]>> = {
  deep_learning: [
    "from sklearn.neural_network import MLPClassifier",
    "MLPClassifier(hidden_layer_sizes=(2,), max_iter=400, random_state=SEED).fit(",
    "    np.arange(40.0).reshape(20, 2), np.arange(20) % 2",
    ")",
  ],
  ensemble: [
    "from sklearn.ensemble import RandomForestClassifier",
    "RandomForestClassifier(n_estimators=3, random_state=SEED).fit(",
    "    np.arange(40.0).reshape(20, 2), np.arange(20) % 2",
    ")",
  ],
};

const swallowed = (error: string, ...statements: readonly string[]): readonly string[] => [
  "try:",
  ...statements.map((statement) => `    ${statement}`),
  `except ${error}:`,
  "    pass",
];

export const habitKinds: readonly CodeKind[] = [
  kind("data_before_brief", "the data is read before the brief", "none", ({ solution, task }) => ({
    must: ["problem_understanding.brief_first"],
    solution: task.data.labelled.endsWith(".csv")
      ? withPrelude(solution, [`print(len(pd.read_csv("${task.data.labelled}")))`])
      : null,
  })),
  kind("brief_never_read", "the brief is never read", "none", ({ solution }) => ({
    must: ["problem_understanding.brief_first"],
    solution: replaced(solution, /"README\.md"/g, '"CONTRACT.md"'),
  })),
  kind("limits_never_read", "the limits are written down instead of looked up", "none", (base) => {
    const { walls } = base.task;
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
      base.solution,
      /^( *)with open\([^\n]*"limits\.json"[^\n]*\n +(\w+) = json\.load\(\w+\)$/m,
      `$1$2 = ${rules}`,
    );
    const numbers = `{"cpu_cores": ${walls.cpuCores}, "memory_bytes": ${walls.memoryBytes}, "timeout_sec": ${walls.timeoutSeconds}}`;
    return {
      must: ["model_training.constraints_checked"],
      // Of what was looked up, only what stands above is known then.
      solution:
        withoutFile === null
          ? null
          : replaced(withoutHelper(withoutFile, "limits"), /\blimits\(\)/g, numbers),
    };
  }),
  kind("own_split", "every fifth row is tested instead of the fixed test set", "none", (base) => {
    const own = withPrelude(
      withoutHelper(base.solution, "fixed_test_split").replaceAll("fixed_test_split(", "every_fifth("),
      [
        "",
        "def every_fifth(frame):",
        '    """Every fifth row is for the test."""',
        "    test = frame.iloc[::5]",
        "    return frame.drop(test.index), test",
        "",
      ],
    );
    return {
      must: GATE,
      may: [...wholeStage("preprocessing"), "model_training.score", "reporting.hyperparameters"],
      mayDiagnose: ["test_rows_in_training", "claimed_metric_differs"],
      // Arrays are split in another way.
      solution: /fixed_test_split\(\w+\)/.test(base.solution) ? own : null,
    };
  }),
  kind(
    "clusters_besides",
    "clusters are looked for, which nobody asked for",
    "none",
    ({ solution, task }) => ({
      must: [
        "problem_understanding.scope",
        ...(task.walls.allowedModels === null ? [] : ["model_training.allowed", "model_training.score"]),
      ],
      may: task.walls.allowedModels === null ? [] : wholeStage("model_training"),
      solution: withEnding(solution, [
        "from sklearn.cluster import KMeans",
        "KMeans(n_clusters=2, n_init=2, random_state=SEED).fit(np.arange(60.0).reshape(20, 3))",
      ]),
    }),
  ),
  kind("prohibited_model", "a model is fitted that the task prohibits", "none", ({ solution, task }) => {
    const family = task.walls.prohibited.find((name) => name in fitOf);
    return family === undefined || !task.stages.includes("model_training")
      ? null
      : {
          must: ["model_training.allowed", "model_training.score"],
          may: wholeStage("model_training"),
          solution: withEnding(solution, fitOf[family] ?? []),
        };
  }),
  kind("error_swallowed", "an exception is caught and not reported", "quick", ({ solution }) => ({
    must: ["reporting.failures"],
    solution: withEnding(solution, swallowed("ValueError", 'int("no number")')),
  })),
  kind(
    "barred_library",
    "a barred library is imported, and the refusal is caught",
    "quick",
    ({ solution }) => ({
      must: ["reporting.failures"],
      diagnoses: ["barred_import"],
      solution: withEnding(solution, swallowed("ImportError", "import statsmodels")),
    }),
  ),
  kind("foreign_utils", "utils is imported instead of mle_bench.utils", "quick", ({ solution }) => ({
    must: ["reporting.failures"],
    diagnoses: ["foreign_utils"],
    solution: withEnding(solution, swallowed("ImportError", "from utils.preprocess import clean_data")),
  })),
  kind("listing_three_times", "a refused listing is tried three times", "none", ({ solution }) => ({
    must: ["problem_understanding.scope"],
    may: ["reporting.failures"],
    diagnoses: ["repeated_blocked_call"],
    solution: withEnding(solution, [
      "for _ in range(3):",
      ...swallowed("OSError", "os.listdir(os.sep)").map((line) => `    ${line}`),
    ]),
  })),
  kind(
    "written_outside",
    "a file is written to the working folder, and the refusal is caught",
    "quick",
    ({ solution }) => ({
      must: ["reporting.failures"],
      diagnoses: ["write_outside"],
      solution: withEnding(solution, swallowed("OSError", 'open("model.pkl", "wb")')),
    }),
  ),
  kind("numpy_unseeded", "numpy's generator draws without a seed", "none", ({ solution }) => {
    const unseeded = replaced(solution, /^( *)np\.random\.seed\(SEED\)$/m, "$1print(np.random.rand())");
    return { must: ["reporting.reproducible"], diagnoses: ["seeds_missing"], solution: unseeded };
  }),
  kind("random_unseeded", "the generator of random draws without a seed", "none", ({ solution }) => {
    const unseeded = replaced(solution, /^( *)random\.seed\(SEED\)$/m, "$1print(random.random())");
    return { must: ["reporting.reproducible"], diagnoses: ["seeds_missing"], solution: unseeded };
  }),
  kind("clock_in_name", "the name of a figure holds the time", "none", ({ solution }) => ({
    must: ["reporting.reproducible"],
    diagnoses: ["clock_in_names"],
    solution: FIRST_PNG.test(solution)
      ? withPrelude(solution.replace(FIRST_PNG, 'f"$1-{time.time():.0f}.png"'), ["import time"])
      : null,
  })),
  kind("foreign_path", "a file of one machine is looked for", "none", ({ solution }) => ({
    must: ["reporting.reproducible"],
    diagnoses: ["absolute_path"],
    may: ["reporting.failures"],
    solution: withEnding(solution, swallowed("OSError", 'pd.read_csv("/home/ada/loans/data.csv")')),
  })),
  kind("decisions_unlogged", "no decision is logged", "quick", ({ solution }) => ({
    must: ["preprocessing.decision_log", "preprocessing.rationales_true"],
    may: ["preprocessing.treatments"],
    solution: solution.includes("log_decision(")
      ? withPrelude(withoutHelper(solution, "log_decision").replaceAll("log_decision(", "unlogged("), [
          "",
          "def unlogged(*_, **__):",
          '    """Says nothing."""',
          "",
        ])
      : null,
  })),
  kind("rationale_false", "a rationale claims another rate than the data has", "quick", ({ solution }) => ({
    must: ["preprocessing.rationales_true"],
    solution: replaced(solution, /^( +)rate=[^\n]+$/m, "$1rate=0.77,"),
  })),
  kind(
    "indicator_left_out",
    "missing values that say something get the median alone",
    "quick",
    ({ solution }) => ({
      must: ["preprocessing.treatments", "reporting.hyperparameters"],
      may: ["model_training.score", "preprocessing.decision_log", "evaluation.robustness"],
      solution: replaced(solution, /add_indicator=True/g, "add_indicator=False"),
    }),
  ),
  kind("duplicates_kept", "repeated rows are kept", "quick", ({ solution }) => ({
    must: ["preprocessing.treatments"],
    may: ["model_training.score", "preprocessing.decision_log", "preprocessing.rationales_true"],
    solution: replaced(solution, /^( *)(\w+) = \2\.drop_duplicates\([^\n]*\)$/m, "$1print(len($2))"),
  })),
  kind(
    "trained_on_test_rows",
    "the model is fitted on the fixed test rows as well",
    "quick",
    ({ solution }) => ({
      must: ["preprocessing.no_leakage"],
      may: ["model_training.score"],
      diagnoses: ["test_rows_in_training"],
      solution: TEST_PART.test(solution)
        ? replaced(solution, /\bmodel\.fit\(X_train, y_train\)/, `model.fit(${BOTH_PARTS})`)
        : null,
    }),
  ),
  kind("key_as_feature", "the business key is a feature", "quick", ({ solution, task, truth }) => ({
    must: ["preprocessing.no_leakage"],
    may: ["model_training.score", "preprocessing.treatments", "preprocessing.decision_log"],
    solution:
      task.key[0] === undefined || NO_NUMBER.has(truth.columns[task.key[0]]?.type ?? "")
        ? null
        : replaced(solution, /^NUMBERS = \[/m, `NUMBERS = ["${task.key[0]}", `),
  })),
  {
    id: "harmless.code_moved_down",
    says: "no fault: a long comment stands before the work",
    verify: "none",
    plant: ({ solution }) => [
      {
        which: "",
        must: [],
        solution: withPrelude(
          solution,
          Array.from({ length: 25 }, (_, at) => `# Note ${at + 1}: how this came about is told elsewhere.`),
        ),
      },
    ],
  },
];
