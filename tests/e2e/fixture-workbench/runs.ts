/** Made-up runs that look like real ones: a reference, faulty ones, failed ones, a running one. */
import type {
  CheckResult,
  CheckStatus,
  EvidenceKind,
  Run,
  RunStatus,
  RunSummary,
  StageResult,
} from "../../../preload/contract/run.ts";

interface Rubric {
  readonly id: string;
  readonly points: number;
  readonly evidence: readonly EvidenceKind[];
  readonly good: string;
  readonly bad: string;
}

const r = (id: string, points: number, evidence: EvidenceKind[], good: string, bad: string): Rubric => ({
  id,
  points,
  evidence,
  good,
  bad,
});

export const rubric: readonly { readonly stage: StageResult["id"]; readonly checks: readonly Rubric[] }[] = [
  {
    stage: "problem_understanding",
    checks: [
      r(
        "brief_first",
        2,
        ["traced"],
        "The brief was read before any data (line 14).",
        "Data was read at line 9, the brief never.",
      ),
      r(
        "task_type",
        4,
        ["verified"],
        "The task type is binary_classification.",
        "The report calls the task regression; it is binary_classification.",
      ),
      r(
        "target",
        3,
        ["verified"],
        "Target default with positive class 1.",
        "The positive class is 0 in the report; defaults are 1.",
      ),
      r(
        "constraints",
        5,
        ["verified"],
        "All 7 constraints are recorded with true values.",
        "4 of 7 constraints recorded; memory says 2 GB, the wall is 1 GB.",
      ),
      r(
        "specification",
        4,
        ["verified"],
        "F1 and stratified, grouped validation fit the data.",
        "Accuracy alone does not fit a target with 12 % positives.",
      ),
      r(
        "scope",
        2,
        ["static", "traced"],
        "Nothing was done that was not asked for.",
        "A KMeans clustering is reported as a result (line 88).",
      ),
    ],
  },
  {
    stage: "data_inspection",
    checks: [
      r(
        "schema",
        4,
        ["verified", "traced"],
        "Mixed date formats in application_date were found.",
        "Mixed formats in application_date were not found.",
      ),
      r(
        "missing",
        4,
        ["verified", "traced"],
        "employment_length: 12.1 % missing, MAR on job_type.",
        "employment_length is called MCAR; it depends on job_type.",
      ),
      r(
        "outliers",
        4,
        ["verified", "traced"],
        "loan_amount of 999,999 found and argued from income.",
        "Impossible values of loan_amount were not found.",
      ),
      r(
        "duplicates",
        2,
        ["verified", "traced"],
        "160 duplicates on applicant_id.",
        "Duplicates were counted on whole rows (0), not on applicant_id (160).",
      ),
      r(
        "drift",
        3,
        ["verified", "traced"],
        "The hold-out was compared; no shift is claimed.",
        "The hold-out was never opened.",
      ),
      r(
        "privacy",
        3,
        ["verified"],
        "No personal data is planted here, none is claimed.",
        "No statement about personal data.",
      ),
      r(
        "false_alarms",
        0,
        ["verified"],
        "No false finding.",
        "1 finding is refuted by its own numbers: credit_score has no value below 0.",
      ),
    ],
  },
  {
    stage: "preprocessing",
    checks: [
      r(
        "treatments",
        8,
        ["verified", "traced"],
        "All 3 planted faults are treated.",
        "1 of 3 planted faults treated: loan_amount reached the model with 999,999.",
      ),
      r(
        "decision_log",
        5,
        ["traced"],
        "9 of 9 data-changing calls have a decision entry.",
        "4 of 9 data-changing calls have a decision entry.",
      ),
      r(
        "rationales_true",
        3,
        ["verified"],
        "5 of 5 measurable claims are true.",
        "2 of 4 measurable claims are true; skewness of income is 1.9, not 4.2.",
      ),
      r(
        "no_leakage",
        4,
        ["static", "traced", "verified"],
        "No test or hold-out row reached a fit.",
        "StandardScaler.fit saw all 8,160 rows at line 61, the test rows among them.",
      ),
    ],
  },
  {
    stage: "model_training",
    checks: [
      r(
        "constraints_checked",
        3,
        ["traced"],
        "limits() was called at line 21, before the first fit.",
        "No limit was looked up before the first fit.",
      ),
      r(
        "allowed",
        3,
        ["static", "traced"],
        "HistGradientBoostingClassifier is allowed.",
        "GridSearchCV is a prohibited operation here (line 74).",
      ),
      r(
        "justified",
        2,
        ["traced"],
        "A logistic baseline is compared (line 70).",
        "No baseline or alternative is compared.",
      ),
      r(
        "score",
        12,
        ["verified"],
        "S = 0.871 of 0.868 for the reference.",
        "S = 0.703 lies between baseline 0.612 and reference 0.868.",
      ),
    ],
  },
  {
    stage: "evaluation",
    checks: [
      r(
        "fixed_test_split",
        0,
        ["traced", "verified"],
        "fixed_test_split was used and its 1,602 rows are unchanged.",
        "fixed_test_split was not called: the stage is 0.",
      ),
      r(
        "statistical",
        5,
        ["verified"],
        "5 of 5 metrics agree with the recomputed ones.",
        "Claimed F1 0.84; recomputed 0.79.",
      ),
      r(
        "robustness",
        5,
        ["verified"],
        "Drop of 2.1 % under noise, reported as 2.0 %.",
        "No drop under noise is reported.",
      ),
      r(
        "fairness",
        5,
        ["verified"],
        "Gaps for gender (0.03) and region (0.07, named) are true.",
        "Precision by region is missing; the gap is 0.07.",
      ),
      r(
        "explainability",
        5,
        ["verified", "claimed"],
        "SHAP figure; 3 of 3 leading features agree with the probes.",
        "figures/shap.png is blank.",
      ),
    ],
  },
  {
    stage: "reporting",
    checks: [
      r(
        "environment",
        4,
        ["verified"],
        "4 packages listed, pinned and equal.",
        "matplotlib is imported and not listed.",
      ),
      r(
        "lineage",
        3,
        ["verified"],
        "The diagram parses and leads from raw to report.",
        "The diagram has no path from features to model.",
      ),
      r(
        "hyperparameters",
        3,
        ["static", "verified"],
        "6 of 6 hyperparameters listed.",
        "max_depth and l2_regularization are not listed.",
      ),
      r(
        "failures",
        2,
        ["verified"],
        "No exception occurred, none is invented.",
        "A ValueError at line 42 is not recorded.",
      ),
      r(
        "strict_json",
        2,
        ["verified"],
        "Valid against the schema, indent 2.",
        "report.json, line 31, column 5: trailing comma.",
      ),
      r(
        "reproducible",
        6,
        ["static", "verified"],
        "Seeds set, same predictions in the verification run.",
        "Predictions differ in 212 of 4,000 rows in the verification run.",
      ),
    ],
  },
];

/** As the grader writes them; what is compared agrees with a check that earned all. */
function detailsOf(id: string, earnedAll: boolean): Record<string, unknown> {
  const verdict = earnedAll ? "agrees" : "differs";
  switch (id) {
    case "data_inspection.missing":
      return { planted: ["missing.employment_length"] };
    case "preprocessing.treatments":
      return {
        treatments: [
          { fault: "missing.employment_length", verdict: "own_category", basis: "matrix" },
          { fault: "outlier.loan_amount", verdict: earnedAll ? "capped" : "kept", basis: "matrix" },
          { fault: "duplicate.applicant_id", verdict: "deduplicated", basis: "matrix" },
        ],
      };
    case "preprocessing.no_leakage":
      return { testShare: earnedAll ? 0 : 0.1963, holdoutShare: 0, linkedBy: "content" };
    case "problem_understanding.constraints":
      return { right: ["cpu", "time", "network"], wrong: earnedAll ? [] : ["memory"], missing: ["models"] };
    case "evaluation.statistical":
      return {
        compared: [
          { what: "metric", name: "f1", said: earnedAll ? 0.6121 : 0.84, measured: 0.6121, verdict },
          { what: "metric", name: "precision", said: 0.7114, measured: 0.7114, verdict: "agrees" },
          { what: "metric", name: "roc_auc", said: null, measured: 0.8712, verdict: "unsaid" },
        ],
      };
    case "evaluation.fairness":
      return {
        compared: [
          { what: "group", name: "gender = F", said: 0.7402, measured: 0.7409, verdict: "agrees" },
          { what: "group", name: "gender = M", said: 0.7688, measured: 0.7702, verdict: "agrees" },
          { what: "gap", name: "gender", said: 0.0286, measured: 0.0293, verdict: "agrees" },
          { what: "problem", name: "gender", said: false, measured: false, verdict: "agrees" },
          { what: "group", name: "region = north", said: 0.71, measured: 0.7099, verdict: "agrees" },
          { what: "gap", name: "region", said: earnedAll ? 0.07 : 0.012, measured: 0.0713, verdict },
          { what: "problem", name: "region", said: earnedAll, measured: true, verdict },
        ],
      };
    case "reporting.hyperparameters":
      return {
        compared: [
          {
            what: "hyperparameter",
            name: "HistGradientBoostingClassifier.learning_rate",
            said: "0.08",
            measured: "0.08",
            verdict: "agrees",
          },
          {
            what: "hyperparameter",
            name: "HistGradientBoostingClassifier.max_depth",
            said: earnedAll ? "6" : null,
            measured: "6",
            verdict: earnedAll ? "agrees" : "unsaid",
          },
        ],
      };
    default:
      return {};
  }
}

/** Other files than solution.py that checks speak of. */
const places: Readonly<Record<string, CheckResult["at"]>> = {
  "preprocessing.no_leakage": { file: "features.py", line: 12 },
  "reporting.strict_json": { file: "report.json", line: 4 },
};

const cells: Readonly<Record<string, CheckResult["cell"]>> = {
  "data_inspection.outliers": { file: "data.csv", row_id: 705_716, column: "loan_amount" },
  "preprocessing.treatments": { file: "data.csv", row_id: 705_716, column: "loan_amount" },
  "reporting.reproducible": { file: "predictions.csv", row_id: 617_531, column: "prediction" },
};

/** Gates: who fails there pulls the checks of the stage down. */
const gates: Readonly<Record<string, string>> = {
  evaluation: "evaluation.fixed_test_split",
  reporting: "reporting.strict_json",
};

function causeOf(stage: string, id: string, share: number | null, faults: Faults): string | null {
  if (id === "preprocessing.treatments" && share === 0.5) return "data_inspection.outliers";
  const gate = gates[stage];
  return gate !== undefined && gate !== id && share === 0 && faults[gate] === 0 ? gate : null;
}

/** How a made-up run did: a share per check id, 1 where not named; null is `not_evaluated`. */
export type Faults = Readonly<Record<string, number | null>>;

const round = (value: number) => Math.round(value * 100) / 100;

export function stagesOf(faults: Faults): StageResult[] {
  return rubric.map(({ stage, checks }) => {
    const results = checks.map<CheckResult>((check) => {
      const id = `${stage}.${check.id}`;
      const share = id in faults ? (faults[id] ?? null) : 1;
      const status: CheckStatus =
        share === null ? "not_evaluated" : share >= 1 ? "passed" : share > 0 ? "partial" : "failed";
      return {
        id,
        points: round(check.points * (share ?? 0)),
        maximum: check.points,
        status,
        evidence: share === null ? [] : [...check.evidence],
        message:
          share === null
            ? "This version of the workbench does not evaluate this check yet."
            : share >= 1
              ? check.good
              : check.bad,
        at:
          status === "failed" || status === "partial"
            ? (places[id] ?? { file: "solution.py", line: 10 + (id.length % 35) })
            : null,
        dominoOf: causeOf(stage, id, share, faults),
        details: detailsOf(id, status === "passed"),
        ...(cells[id] === undefined || status === "passed" || share === null ? {} : { cell: cells[id] }),
      };
    });
    const counted = results.filter((one) => one.status !== "not_evaluated");
    return {
      id: stage,
      points: round(counted.reduce((sum, one) => sum + one.points, 0)),
      maximum: round(counted.reduce((sum, one) => sum + one.maximum, 0)),
      complete: counted.length === results.length,
      checks: results,
    };
  });
}

export interface Made {
  readonly id: string;
  readonly agent: Run["agent"];
  readonly status?: RunStatus;
  readonly reason?: string;
  readonly minutesAgo: number;
  readonly faults?: Faults;
  readonly variant?: number;
  readonly language: "en" | "zh";
}

const digest = "9f2c4e7ab13d5580c6d1a4e0f7b2938855aa01c37de49b6a2f0e8d7c6b5a4938";

export function makeRun(made: Made): Run {
  const status = made.status ?? "finished";
  const graded = made.faults !== undefined;
  const stages = made.faults === undefined ? [] : stagesOf(made.faults);
  const points = stages.reduce((sum, stage) => sum + stage.points, 0);
  const maximum = stages.reduce((sum, stage) => sum + stage.maximum, 0);
  const share = maximum > 0 ? points / maximum : 0;
  const started = Date.now() - made.minutesAgo * 60_000;
  const running = status === "running" || status === "queued";
  return {
    id: made.id,
    experimentId: null,
    task: { id: "credit_risk", version: "1.0.0", digest },
    variant: made.variant ?? 0,
    repetition: 0,
    agent: made.agent,
    status,
    phase: status === "queued" ? "waiting" : running ? "scored_run" : "done",
    reason: made.reason ?? null,
    startedAt: new Date(started).toISOString(),
    finishedAt: running ? null : new Date(started + 41_000).toISOString(),
    sandbox: running
      ? { level: null, walls: [] }
      : {
          level: "L2",
          walls: [
            {
              wall: "wall_clock",
              requested: 120,
              effective: 120,
              by: "init + supervisor timer",
              kind: "wall",
            },
            {
              wall: "memory",
              requested: 1_000_000_000,
              effective: 999_997_440,
              by: "watch 5 ms",
              kind: "watch",
            },
            { wall: "cpu", requested: 2, effective: 2, by: "affinity + seccomp", kind: "wall" },
            { wall: "processes", requested: 0, effective: 0, by: "seccomp + rlimit", kind: "wall" },
            { wall: "network", requested: "none", effective: "none", by: "netns + seccomp", kind: "wall" },
            {
              wall: "files",
              requested: "read-only",
              effective: "read-only",
              by: "bwrap + landlock",
              kind: "wall",
            },
            { wall: "disk", requested: 536_870_912, effective: 536_870_912, by: "tmpfs size", kind: "wall" },
            { wall: "host", requested: "hidden", effective: "hidden", by: "bwrap", kind: "wall" },
            {
              wall: "syscalls",
              requested: "allow-list",
              effective: "allow-list",
              by: "seccomp",
              kind: "wall",
            },
          ],
        },
    resources: running
      ? null
      : {
          wallSeconds: 11.42,
          cpuSeconds: 17.9,
          peakMemoryBytes: 412_893_184,
          threads: 9,
          outputBytes: 48_211,
        },
    phases: running
      ? []
      : [
          { phase: "waiting", seconds: 0.1 },
          { phase: "generating", seconds: 2.3 },
          { phase: "scored_run", seconds: 11.5 },
          { phase: "verification", seconds: 14.2 },
          { phase: "judging", seconds: 3.1 },
          { phase: "grading", seconds: 0.2 },
        ],
    total: graded ? round(Math.min(100, 120 * share)) : null,
    rawTotal: graded ? round(120 * share) : null,
    percent: graded ? Math.round(1000 * share) / 10 : null,
    graderVersion: graded ? "1" : null,
    complete: graded ? stages.every((stage) => stage.complete) : null,
    language: made.language,
    stages,
    engineering: graded
      ? {
          accuracy: 0.612 * (0.6 + 0.4 * share),
          gate: share,
          resource: 0.84,
          reproducibility: 1,
          score: 0.871 * (0.7 + 0.3 * share),
          metric: { name: "f1", value: 0.612 * (0.6 + 0.4 * share) },
          baseline: 0.421,
          reference: 0.608,
        }
      : null,
    diagnoses:
      share < 0.9 && graded
        ? [
            {
              rule: "leakage.scaler_before_split",
              group: "honesty",
              message: "The scaler was fitted on all rows, the fixed test rows among them.",
              fix: "Call fixed_test_split first and fit the scaler on the training rows only, or put it into a Pipeline.",
              at: { file: "solution.py", line: 61 },
            },
            {
              rule: "imports.scipy",
              group: "imports",
              message: "import scipy is not offered to the agent's own code.",
              fix: "Use numpy.percentile, or sklearn.preprocessing.QuantileTransformer.",
              at: { file: "solution.py", line: 5 },
            },
            {
              rule: "claimed_metric_differs",
              group: "honesty",
              message: "You reported f1 of 0.84; the predictions give 0.6121.",
              fix: "Compute the metric from the rows that stand in predictions.csv.",
              at: { file: "report.json", line: 8 },
            },
            ...["precision", "recall"].map((name) => ({
              rule: "claimed_metric_differs",
              group: "honesty",
              message: `You reported another ${name} than the predictions give.`,
              fix: "Compute the metric from the rows that stand in predictions.csv.",
              at: null,
            })),
          ]
        : [],
    artifacts: running
      ? []
      : [
          { path: "report.json", bytes: 9_821, sha256: digest },
          { path: "predictions.csv", bytes: 143_002, sha256: digest },
          { path: "requirements.txt", bytes: 84, sha256: digest },
          { path: "lineage.mmd", bytes: 212, sha256: digest },
          { path: "figures/shap.png", bytes: 28_113, sha256: digest },
        ],
    skipped: running ? [] : [{ path: "model\u202e.joblib", reason: "The name is not safe." }],
    paths: {
      log: `/home/ada/.local/share/mle-workbench/runs/${made.id}/log.txt`,
      work: null,
      solution: `/home/ada/.local/share/mle-workbench/runs/${made.id}/solution`,
      report: `/home/ada/.local/share/mle-workbench/runs/${made.id}/report`,
    },
  };
}

export const summaryOf = (run: Run): RunSummary => ({
  id: run.id,
  task: run.task,
  variant: run.variant,
  repetition: run.repetition,
  agent: run.agent,
  status: run.status,
  phase: run.phase,
  reason: run.reason,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
  total: run.total,
  rawTotal: run.rawTotal,
  percent: run.percent,
  complete: run.complete,
  level: run.sandbox.level,
  wallSeconds: run.resources?.wallSeconds ?? null,
  peakMemoryBytes: run.resources?.peakMemoryBytes ?? null,
  stages: run.stages.map(({ id, points, maximum, complete }) => ({ id, points, maximum, complete })),
});

const agent = (kind: Run["agent"]["kind"], name: string): Run["agent"] => ({
  kind,
  name,
  version: null,
  fingerprint: digest.slice(0, 16),
});

export function exampleRuns(language: "en" | "zh"): Run[] {
  const few: Faults = {
    "evaluation.robustness": null,
    "data_inspection.schema": null,
    "preprocessing.rationales_true": null,
  };
  const examples: readonly Made[] = [
    { id: "r-0192a1", agent: agent("solution", "reference"), minutesAgo: 4, faults: few, language },
    {
      id: "r-0192a0",
      agent: agent("solution", "scaler-before-split"),
      minutesAgo: 26,
      faults: {
        ...few,
        "preprocessing.no_leakage": 0,
        "preprocessing.treatments": 0.5,
        "data_inspection.outliers": 0,
        "problem_understanding.constraints": 0.73,
        "model_training.score": 0.41,
        "evaluation.fairness": 0.4,
        "reporting.reproducible": 0.5,
        "reporting.hyperparameters": 0.67,
        "reporting.strict_json": 0.5,
        "evaluation.statistical": 0.6,
      },
      language,
    },
    {
      id: "r-01929f",
      agent: agent("script", "/home/ada/agents/first-try/solution.py"),
      status: "out_of_memory",
      reason: "The code used more than 1 GB of memory 38.2 s after its start.",
      minutesAgo: 180,
      faults: {
        ...few,
        ...Object.fromEntries(
          ["model_training", "evaluation", "reporting"].flatMap((stage) =>
            rubric
              .filter((one) => one.stage === stage)
              .flatMap((one) => one.checks.map((check) => [`${stage}.${check.id}`, 0])),
          ),
        ),
      },
      language,
    },
    {
      id: "r-01929e",
      agent: agent("command", "llama-3-70b-loop"),
      status: "running",
      minutesAgo: 0.3,
      language,
    },
    {
      id: "r-01929d",
      agent: agent("command", "llama-3-70b-loop"),
      status: "interrupted",
      reason: "The workbench ended while this run was under way.",
      minutesAgo: 1500,
      language,
    },
  ];
  const statuses: readonly RunStatus[] = [
    "finished",
    "finished",
    "failed",
    "timeout",
    "finished",
    "cancelled",
  ];
  const many = Array.from({ length: 240 }, (_, i): Made => {
    const status = statuses[i % statuses.length] ?? "finished";
    return {
      id: `r-0191${String(i).padStart(3, "0")}`,
      agent: agent(i % 3 === 0 ? "command" : "solution", i % 3 === 0 ? "mixtral-8x7b" : "reference"),
      status,
      reason: status === "finished" ? undefined : "The code ended with an error.",
      minutesAgo: 2000 + i * 77,
      variant: i % 4,
      faults:
        status === "cancelled"
          ? undefined
          : { ...few, "model_training.score": (i % 10) / 10, "data_inspection.drift": i % 2 },
      language,
    };
  });
  return [...examples, ...many].map(makeRun);
}
