/**
 * The agent's report as the checks read it. Whatever has a wrong type is left out here, once, so that no
 * check meets a surprise; lists are bounded because the file is hostile.
 */
const LIST_BOUND = 1000;
const TEXT_BOUND = 4000;

export interface ReportFinding {
  readonly field: string;
  readonly issue: string;
  readonly evidence: string;
  readonly action: string;
  readonly rate: number | null;
  readonly count: number | null;
  readonly mechanism: string | null;
  readonly dependsOn: string | null;
  readonly limit: number | null;
  readonly key: readonly string[];
}

export interface ReportConstraint {
  readonly name: string;
  readonly value: unknown;
}

export interface ReportHyperparameter {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
}

export interface ReportAlternative {
  readonly name: string;
  readonly score: number | null;
  readonly seconds: number | null;
}

export interface ReportFairness {
  readonly groups: Readonly<Record<string, number>>;
  readonly gap: number | null;
  readonly problem: boolean | null;
}

export interface ReportFailure {
  readonly errorType: string;
  readonly location: string;
  readonly suggestion: string;
}

export interface ReportView {
  readonly taskId: string | null;
  readonly problem: {
    readonly taskType: string | null;
    readonly target: string | null;
    readonly positiveClass: string | number | boolean | null;
    readonly constraints: readonly ReportConstraint[];
    readonly metric: string | null;
    readonly validation: {
      readonly scheme: string | null;
      readonly shuffle: boolean | null;
      readonly group: string | null;
    } | null;
    readonly rule: string | null;
  };
  readonly findings: readonly ReportFinding[];
  readonly decisions: readonly { readonly step: string; readonly field: string | null }[];
  readonly model: {
    readonly name: string | null;
    readonly hyperparameters: readonly ReportHyperparameter[];
    readonly alternatives: readonly ReportAlternative[];
  };
  readonly statistical: Readonly<Record<string, number>>;
  readonly robustness: { readonly metric: string | null; readonly drop: number | null } | null;
  readonly fairness: Readonly<Record<string, ReportFairness>>;
  readonly explainability: {
    readonly method: string | null;
    readonly figure: string | null;
    readonly topFeatures: readonly string[];
  } | null;
  readonly lineage: string | null;
  readonly requirements: readonly string[];
  readonly systemInfo: {
    readonly python: string | null;
    readonly os: string | null;
    readonly cpu: string | number | null;
  };
  /** Null where the report has no such list. */
  readonly failures: readonly ReportFailure[] | null;
}

type Source = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Source =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const object = (value: unknown): Source => (isObject(value) ? value : {});
// Own properties only: a key named __proto__ must not answer for others.
const own = (source: Source, key: string): unknown => (Object.hasOwn(source, key) ? source[key] : undefined);
const text = (value: unknown): string | null =>
  typeof value === "string" ? value.slice(0, TEXT_BOUND) : null;
const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const boolean = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, LIST_BOUND) : []);
const texts = (value: unknown): readonly string[] =>
  list(value).flatMap((entry) => (typeof entry === "string" ? [entry.slice(0, TEXT_BOUND)] : []));
const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  Object.entries(object(value)).slice(0, LIST_BOUND);
function numbers(value: unknown): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [key, entry] of entries(value)) {
    const one = number(entry);
    if (one !== null) {
      found[key] = one;
    }
  }
  return found;
}

function finding(value: unknown): ReportFinding {
  const source = object(value);
  return {
    field: text(own(source, "field")) ?? "",
    issue: (text(own(source, "issue")) ?? "").trim().toLowerCase(),
    evidence: text(own(source, "evidence")) ?? "",
    action: text(own(source, "action")) ?? "",
    rate: number(own(source, "rate")),
    count: number(own(source, "count")),
    mechanism: text(own(source, "mechanism"))?.trim().toUpperCase() ?? null,
    dependsOn: text(own(source, "depends_on")),
    limit: number(own(source, "limit")),
    key: texts(own(source, "key")),
  };
}

function scalar(value: unknown): string | number | boolean | null {
  return text(value) ?? number(value) ?? boolean(value);
}

function fairness(value: unknown): Readonly<Record<string, ReportFairness>> {
  return Object.fromEntries(
    entries(value).map(([column, entry]) => {
      const source = object(entry);
      return [
        column,
        {
          groups: numbers(own(source, "groups")),
          gap: number(own(source, "gap")),
          problem: boolean(own(source, "problem")),
        },
      ];
    }),
  );
}

export function viewReport(value: unknown): ReportView {
  const root = object(value);
  const problem = object(own(root, "problem"));
  const validation = own(problem, "validation");
  const model = object(own(root, "model"));
  const metrics = object(own(root, "metrics"));
  const robustness = own(metrics, "robustness");
  const explainability = own(metrics, "explainability");
  const system = object(own(root, "system_info"));
  const failures = own(root, "failures");
  return {
    taskId: text(own(root, "task_id")),
    problem: {
      taskType: text(own(problem, "task_type")),
      target: text(own(problem, "target")),
      positiveClass: scalar(own(problem, "positive_class")),
      constraints: list(own(problem, "constraints")).map((entry) => ({
        name: (text(own(object(entry), "name")) ?? "").trim().toLowerCase(),
        value: own(object(entry), "value"),
      })),
      metric: text(own(problem, "metric")),
      validation:
        typeof validation === "object" && validation !== null
          ? {
              scheme: text(own(object(validation), "scheme")),
              shuffle: boolean(own(object(validation), "shuffle")),
              group: text(own(object(validation), "group")),
            }
          : null,
      rule: text(own(problem, "rule")),
    },
    findings: list(own(root, "findings")).map(finding),
    decisions: list(own(root, "decisions")).map((entry) => ({
      step: text(own(object(entry), "step")) ?? "",
      field: text(own(object(entry), "field")),
    })),
    model: {
      name: text(own(model, "name")),
      hyperparameters: list(own(model, "hyperparameters")).map((entry) => ({
        name: text(own(object(entry), "name")) ?? "",
        value: own(object(entry), "value"),
        source: text(own(object(entry), "source")) ?? "",
      })),
      alternatives: list(own(model, "alternatives")).map((entry) => ({
        name: text(own(object(entry), "name")) ?? "",
        score: number(own(object(entry), "score")),
        seconds: number(own(object(entry), "seconds")),
      })),
    },
    statistical: numbers(own(metrics, "statistical")),
    robustness:
      typeof robustness === "object" && robustness !== null
        ? {
            metric: text(own(object(robustness), "metric")),
            drop: number(own(object(robustness), "drop")),
          }
        : null,
    fairness: fairness(own(metrics, "fairness")),
    explainability:
      typeof explainability === "object" && explainability !== null
        ? {
            method: text(own(object(explainability), "method")),
            figure: text(own(object(explainability), "figure")),
            topFeatures: texts(own(object(explainability), "top_features")),
          }
        : null,
    lineage: text(own(root, "lineage")),
    requirements: texts(own(object(own(root, "environment")), "requirements")),
    systemInfo: {
      python: text(own(system, "python")),
      os: text(own(system, "os")),
      cpu: text(own(system, "cpu")) ?? number(own(system, "cpu")),
    },
    failures: Array.isArray(failures)
      ? list(failures).map((entry) => ({
          errorType: text(own(object(entry), "error_type")) ?? "",
          location: text(own(object(entry), "location")) ?? "",
          suggestion: text(own(object(entry), "suggestion")) ?? "",
        }))
      : null,
  };
}

export const emptyReport: ReportView = viewReport({});
