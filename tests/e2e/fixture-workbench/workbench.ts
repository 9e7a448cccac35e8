/** A Workbench without a core: answers from made-up data, streams a made-up log. `?empty` begins with nothing. */
import type { EventData, EventName } from "../../../preload/contract/events.ts";
import type { MethodName, ParamsOf, ResultOf, Settings } from "../../../preload/contract/methods.ts";
import type { EnvironmentStatus } from "../../../preload/contract/environment.ts";
import { stageIds } from "../../../renderer/features/tasks/stage-ids.ts";
import type { Workbench } from "../../../preload/contract/workbench.ts";
import { fixtureDoctor } from "./doctor.ts";
import { fixtureGradingChanges, fixtureGradings, fixtureLineage, overrideIn } from "./gradings.ts";
import { exampleRuns, rubric, summaryOf } from "./runs.ts";
import { fixtureRows } from "./rows.ts";
import { samplesOf } from "./samples.ts";
import { brokenVariant, dataFiles, keptVariant, keptVariants } from "./task-data.ts";
import { fixtureValidity } from "./validity.ts";
import { featuresText, longLog, picture, solutionA, solutionB } from "./texts.ts";

type Handlers = { readonly [M in MethodName]?: (params: ParamsOf<M>) => ResultOf<M> | Promise<ResultOf<M>> };
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function makeFixtureWorkbench(options: URLSearchParams): Workbench {
  let settings: Settings = {
    language: options.get("language") === "zh" ? "zh" : "en",
    theme: options.get("theme") === "dark" ? "dark" : "light",
    warm: "on",
  };
  const empty = options.has("empty");
  let runs = empty ? [] : exampleRuns(settings.language);
  let agents = empty
    ? []
    : [
        {
          name: "llama-3-70b-loop",
          kind: "command" as const,
          command: "python3 /opt/agents/loop.py --model llama-3-70b",
          createdAt: new Date(Date.now() - 86_400_000 * 2).toISOString(),
        },
        {
          name: "my-agent",
          kind: "command" as const,
          command: "node agent.mjs",
          createdAt: new Date(Date.now() - 3_600_000).toISOString(),
        },
      ];
  const pins = [
    "pandas 1.5.3",
    "scikit-learn 1.2.2",
    "numpy 1.23.5",
    "matplotlib 3.6.3",
    "seaborn 0.12.2",
    "pydantic 1.10.12",
    "pytest 7.2.0",
    "numba 0.57.1",
    "lightgbm 4.7.0",
    "xgboost 3.0.5",
    "prophet 1.5.0",
    "shap 0.49.1",
    "lime 0.2.0.1",
    "joblib 1.2.0",
    "psutil 5.9.8",
  ];
  let environment: EnvironmentStatus = {
    ready: !empty,
    executable: empty ? null : "/home/ada/.local/share/mle-workbench/python/6c1f2a9b03de4471/bin/python",
    python: empty ? null : "3.11.2",
    lockDigest: "6c1f2a9b03de44718ab1c0ffee00d15ea5e",
    folder: "/home/ada/.local/share/mle-workbench/python/6c1f2a9b03de4471",
    packages: pins.map((pin) => {
      const [name = "", wanted = ""] = pin.split(" ");
      return { name, wanted, found: empty ? null : wanted, ok: !empty };
    }),
    problem: empty
      ? {
          code: "environment_missing",
          message: "The Python environment has not been made yet.",
          hint: "Create it here: it takes about a minute.",
        }
      : null,
  };
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  const tell = <E extends EventName>(event: E, data: EventData<E>) => {
    for (const listener of listeners.get(event) ?? []) (listener as (data: EventData<E>) => void)(data);
  };
  const refuse = (code: string, message: string, hint: string): never => {
    throw new Error(message, { cause: { code, message, hint, details: {} } });
  };
  const runOf = (id: string) =>
    runs.find((run) => run.id === id) ??
    refuse("not_found", `There is no run ${id}.`, "History lists the runs that there are.");
  const task = {
    id: "credit_risk",
    version: "1.0.0",
    digest: "9f2c4e7ab13d5580c6d1a4e0f7b29388",
    title: settings.language === "zh" ? "信用风险" : "Credit risk",
    taskType: "binary_classification",
    stages: [...stageIds],
    realData: false,
    walls: {
      timeoutSeconds: 120,
      memoryBytes: 1_000_000_000,
      cpuCores: 2,
      allowedModels: ["LogisticRegression", "HistGradientBoostingClassifier", "RandomForestClassifier"],
      prohibited: ["GridSearchCV", "network"],
    },
    solutions: ["reference", "scaler-before-split", "no-split"],
  };
  const audit = {
    ...task,
    id: "record_audit",
    title: settings.language === "zh" ? "记录审计" : "Record audit",
    taskType: "audit",
    stages: stageIds.filter((stage) => !/preprocessing|training|evaluation/.test(stage)),
    realData: true,
  };
  let variants = empty ? [] : keptVariants;
  const credits = new Map<string, (() => void) | null>();
  async function stream(name: string, id: string): Promise<void> {
    const bytes = new TextEncoder().encode(longLog);
    const live = runOf(id).status === "running";
    const size = live ? 700 : 8000;
    for (let at = 0; at < bytes.length; at += size) {
      if (!credits.has(name)) return;
      const part = bytes.subarray(at, at + size);
      tell("log.chunk", {
        stream: name,
        offset: at,
        bytes: part.length,
        text: new TextDecoder().decode(part),
        skipped: 0,
      });
      await wait(live ? 350 : 5);
    }
    if (!live) tell("log.end", { stream: name, size: bytes.length });
  }
  async function simulate(id: string): Promise<void> {
    const decisions = [
      ["load", "read_csv", "The brief names data.csv as the labelled rows."],
      [
        "missing",
        "group median",
        "employment_length is missing in 12.1 % of the rows, nearly all with job_type Unemployed: MAR.",
      ],
      [
        "outliers",
        "cap at 1.5 x income",
        "A loan of 999,999 against an income of at most 150,000 cannot be.",
      ],
      ["duplicates", "keep the newest", "160 rows repeat an applicant_id."],
      ["encode", "one-hot", "region and loan_purpose have at most 8 levels."],
    ] as const;
    for (let tick = 0; tick < 4000; tick += 1) {
      const wall = tick / 4;
      tell("run.resources", {
        id,
        phase: "scored_run",
        wallSeconds: wall,
        cpuSeconds: options.has("zero") ? 0 : wall * 1.6 - Math.sin(wall) * 0.4,
        memoryBytes: 180e6 + 240e6 * (1 - Math.exp(-wall / 6)) + 30e6 * Math.sin(wall * 2),
        outputBytes: tick * 260,
      });
      const decision = tick % 6 === 3 ? decisions[Math.floor(tick / 6)] : undefined;
      if (decision !== undefined)
        tell("run.decision", { id, step: decision[0], method: decision[1], rationale: decision[2] });
      await wait(250);
    }
  }
  const running = runs.find((run) => run.status === "running");
  if (running !== undefined) void simulate(running.id);
  let streams = 0;

  const handlers: Handlers = {
    "app.info": () => ({
      version: "0.1.0",
      graderVersion: "1",
      home: "/home/ada/.local/share/mle-workbench",
      platform: "linux x64",
      pid: 4242,
      cores: 8,
      memoryBytes: 16_700_000_000,
    }),
    "grader.validity": () => ({ validity: fixtureValidity }),
    "settings.get": () => settings,
    "settings.set": (next) => {
      settings = { ...settings, ...next };
      return settings;
    },
    "environment.check": () => environment,
    "environment.create": async () => {
      const steps = [
        "find_python",
        "make_venv",
        "download",
        "install",
        "compile",
        "fonts",
        "probe",
        "ready",
      ] as const;
      for (const [i, step] of steps.entries()) {
        tell("environment.progress", {
          step,
          fraction: (i + 1) / steps.length,
          message: `${step}: made-up line ${i + 1}`,
        });
        await wait(options.has("slow") ? 2500 : 300);
      }
      environment = {
        ...environment,
        ready: true,
        python: "3.11.2",
        problem: null,
        packages: environment.packages.map((one) => ({ ...one, found: one.wanted, ok: true })),
      };
      return environment;
    },
    "sandbox.doctor": async ({ language }) => {
      await wait(200);
      return fixtureDoctor(environment, language ?? settings.language, options.has("broken"));
    },
    "sandbox.waiting": () => ({
      count: settings.warm === "on" ? 1 : 0,
      idleSeconds: 1200,
      minimumFreeBytes: 1_500_000_000,
      freeBytes: 9_000_000_000,
      waiting: settings.warm === "on" ? [{ ready: true, memoryBytes: 104_000_000, ageSeconds: 12 }] : [],
      problem: null,
    }),
    "tasks.list": () => ({ tasks: [task, audit] }),
    "tasks.show": () => ({
      ...task,
      brief:
        "# Credit risk\n\nUse the provided data to build a model that predicts whether a loan **defaults**. Report F1, fairness by `gender` and `region`, and what drives the prediction.\n\n- `data.csv`: 8,160 labelled rows\n- `holdout.csv`: 4,000 rows without labels\n",
      contract:
        "# Contract\n\nLeave these files in `REPORT_DIR`.\n\n| file | content |\n| --- | --- |\n| `report.json` | strict JSON, indent 2 |\n| `predictions.csv` | `row_id, split, prediction, score` |\n\n```python\nfrom mle_bench import fixed_test_split, log_decision\n```\n",
      card: "12 fields, 12 % defaults. Faults are planted; their kinds are not named here.\n\n1. Generated on this machine, byte for byte the same everywhere.\n2. Variant 0 is canonical.",
      rubric: rubric.map(({ stage, checks }) => ({
        stage: stage as "reporting",
        checks: checks.map((check) => ({
          id: `${stage}.${check.id}`,
          points: check.points,
          title: check.good,
        })),
      })),
    }),
    "tasks.variants": () => ({ variants }),
    "tasks.generate": async ({ variant, language }) => {
      await wait(options.has("slow") ? 8000 : 400);
      if (variant === brokenVariant) {
        return refuse(
          "task_invalid",
          `Variant ${variant} of credit_risk could not be generated: it ended with exit code 1.`,
          "Look at tasks/credit_risk/generator.py; nothing was kept of this attempt.",
        );
      }
      const made = keptVariant(variant, language ?? settings.language);
      variants = [...variants, made];
      return made;
    },
    "tasks.preview": async ({ variant, language }) => {
      await wait(100);
      return { variant: keptVariant(variant, language ?? settings.language), files: dataFiles };
    },
    "agents.list": () => ({ agents }),
    "agents.add": ({ name, command }) => {
      const added = { name, command, kind: "command" as const, createdAt: new Date().toISOString() };
      agents = [...agents, added];
      return added;
    },
    "agents.remove": ({ name }) => {
      agents = agents.filter((one) => one.name !== name);
      return { ok: true };
    },
    "agents.test": async () => {
      await wait(600);
      return { ok: true, message: "It started, left a solution.py and ended with 0.", seconds: 0.6 };
    },
    "runs.start": () => ({ id: "r-01929e" }),
    "runs.cancel": () => ({ ok: true }),
    "runs.list": ({ limit = 200, offset = 0, search = "", status, task: wanted }) => {
      const found = runs.filter(
        (run) =>
          (status === undefined || run.status === status) &&
          (wanted === undefined || run.task.id === wanted) &&
          `${run.id} ${run.agent.name} ${run.task.id} ${run.status}`.includes(search.toLowerCase()),
      );
      return { runs: found.slice(offset, offset + limit).map(summaryOf), total: found.length };
    },
    "runs.show": ({ id }) => runOf(id),
    "runs.samples": ({ id }) => ({ samples: samplesOf(runOf(id)) }),
    "runs.grade": async ({ id }) => {
      await wait(400);
      return runOf(id);
    },
    "runs.gradings": ({ id }) => ({ gradings: fixtureGradings(runOf(id)) }),
    "runs.compareGradings": ({ id, from, to }) => {
      const run = runOf(id);
      const gradings = fixtureGradings(run);
      const summary = (wanted: number) =>
        gradings.find((one) => one.id === wanted) ?? refuse("not_found", `No grading ${wanted}.`, "");
      return fixtureGradingChanges(run, summary(from), summary(to));
    },
    "runs.override": async ({ id, check, points, author, reason }) => {
      await wait(200);
      const overridden = overrideIn(runOf(id), { check, points, author, reason });
      runs = runs.map((one) => (one.id === id ? overridden : one));
      tell("run.changed", {
        id,
        status: overridden.status,
        phase: "done",
        reason: null,
        percent: overridden.percent,
      });
      return overridden;
    },
    "runs.lineage": ({ id }) =>
      options.has("broken")
        ? { state: "broken", line: 4, text: `raw --> ${id}[` }
        : { state: "read", ...fixtureLineage, left: 0 },
    "runs.solution": () => ({
      files: [
        { path: "features.py", bytes: featuresText.length },
        { path: "solution.py", bytes: solutionA.length },
      ],
      left: 0,
    }),
    "runs.rows": ({ cell }) => fixtureRows(cell),
    "runs.file": ({ path }) => {
      if (path.endsWith(".png")) return { kind: "image", dataUrl: picture, bytes: 28_113 };
      if (path.endsWith(".py")) {
        const text = path.endsWith("features.py") ? featuresText : solutionA;
        return { kind: "text", text, bytes: text.length, truncated: false };
      }
      if (path.endsWith(".json"))
        return {
          kind: "text",
          text: JSON.stringify(
            {
              problem: { task_type: "binary_classification", target: "default", positive_class: 1 },
              metrics: { statistical: { f1: 0.612, roc_auc: 0.871 } },
            },
            null,
            2,
          ),
          bytes: 900,
          truncated: false,
        };
      return {
        kind: "text",
        text: "row_id,split,prediction,score\n17,test,0,0.08\n",
        bytes: 60,
        truncated: false,
      };
    },
    "runs.compare": ({ a, b }) => {
      const left = runOf(a);
      const right = runOf(b);
      const checks = (run: typeof left) =>
        new Map(run.stages.flatMap((stage) => stage.checks.map((check) => [check.id, check] as const)));
      const inB = checks(right);
      const side = (check: ReturnType<typeof inB.get>) =>
        check === undefined
          ? null
          : { points: check.points, maximum: check.maximum, status: check.status, message: check.message };
      const linesA = solutionA.split("\n");
      const linesB = solutionB.split("\n");
      const code: ResultOf<"runs.compare">["code"] = [];
      let i = 0;
      let j = 0;
      while (i < linesA.length || j < linesB.length) {
        if (linesA[i] === linesB[j]) code.push({ kind: "same", a: ++i, b: ++j, text: linesA[i - 1] ?? "" });
        else if (i < linesA.length && !linesB.slice(j).includes(linesA[i] ?? ""))
          code.push({ kind: "removed", a: ++i, b: null, text: linesA[i - 1] ?? "" });
        else code.push({ kind: "added", a: null, b: ++j, text: linesB[j - 1] ?? "" });
      }
      return {
        a: summaryOf(left),
        b: summaryOf(right),
        differences:
          left.variant === right.variant
            ? [{ what: "memory", a: "999997440 (watch 5 ms)", b: "1000000000 (cgroup)" }]
            : [{ what: "variant", a: String(left.variant), b: String(right.variant) }],
        stages: left.stages.map((stage, at) => ({
          id: stage.id,
          a: stage.points,
          b: right.stages[at]?.points ?? null,
          maximum: 20,
        })),
        flips: [...checks(left)].flatMap(([id, check]) => {
          const other = inB.get(id);
          return other === undefined || other.points === check.points
            ? []
            : [
                {
                  id,
                  stage: id.split(".")[0] ?? "",
                  a: side(check),
                  b: side(other),
                  difference: other.points - check.points,
                },
              ];
        }),
        code,
      };
    },
    "log.read": ({ offset, limit = 65_536 }) => ({
      text: longLog.slice(offset, offset + limit),
      offset,
      nextOffset: Math.min(longLog.length, offset + limit),
      size: longLog.length,
    }),
    "log.follow": ({ id }) => {
      const name = `s${++streams}`;
      credits.set(name, null);
      setTimeout(() => void stream(name, id), 20);
      return { stream: name, size: longLog.length };
    },
    "log.ack": () => ({ ok: true }),
    "log.stop": ({ stream: name }) => {
      credits.delete(name);
      return { ok: true };
    },
    "reports.build": ({ format }) => ({
      path: `/home/ada/.local/share/mle-workbench/reports/report.${format}`,
      bytes: 1200,
      sha256: "9f2c",
      content: "{}",
    }),
  };
  return {
    door: options.get("door") === "desktop" ? "desktop" : "browser",
    call: async (method, params) => {
      const handler = handlers[method] as ((params: unknown) => unknown) | undefined;
      if (handler === undefined) return refuse("unknown_method", `The fixture has no ${method}.`, "");
      return (await handler(params)) as never;
    },
    on: (event, listener) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all);
      all.add(listener);
      return () => all.delete(listener);
    },
    onConnection: (listener) => {
      if (options.has("lost")) setTimeout(() => listener("lost"), 300);
      return () => {};
    },
    pathOf: (file) => (options.get("door") === "desktop" ? `/home/ada/${file.name}` : null),
    reveal: () => Promise.resolve(options.get("door") === "desktop"),
  };
}
