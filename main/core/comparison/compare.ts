/**
 * Two runs side by side. It describes; it tests nothing: with one run each there is no spread to judge by.
 * Pure: documents in, document out.
 */
import type {
  CheckFlip,
  CheckResult,
  Comparison,
  Run,
  RunSummary,
  StageResult,
} from "../../../preload/contract/index.ts";
import { diffCode } from "./diff-code.ts";
import { fairnessDifferences } from "./fairness-differences.ts";

/** Points closer than this are the same: results carry two decimals. */
const pointTolerance = 0.005;

export const summarise = (run: Run): RunSummary => ({
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

const unionInOrder = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])];

const side = (check: CheckResult | undefined) =>
  check === undefined
    ? null
    : { points: check.points, maximum: check.maximum, status: check.status, message: check.message };

const counts = (check: CheckResult | undefined): check is CheckResult =>
  check !== undefined && check.status !== "not_evaluated" && check.status !== "not_applicable";

/** What has stages: a run, or one grading of it. */
type Graded = { readonly stages: readonly StageResult[] };

/** Checks on which the two differ, the largest difference first. A check that one of them lacks is listed last. */
export const findFlips = (a: Graded, b: Graded): CheckFlip[] => {
  const stageOf = new Map<string, string>();
  const checksOf = (run: Graded) => {
    const found = new Map<string, CheckResult>();
    for (const stage of run.stages)
      for (const check of stage.checks) {
        found.set(check.id, check);
        stageOf.set(check.id, stage.id);
      }
    return found;
  };
  const inA = checksOf(a);
  const inB = checksOf(b);
  const flips: CheckFlip[] = [];
  for (const id of unionInOrder([...inA.keys()], [...inB.keys()])) {
    const left = inA.get(id);
    const right = inB.get(id);
    const comparable = counts(left) && counts(right);
    const difference = comparable ? right.points - left.points : 0;
    const differs = comparable ? Math.abs(difference) > pointTolerance : left?.status !== right?.status;
    if (!differs) continue;
    flips.push({ id, stage: stageOf.get(id) ?? "", a: side(left), b: side(right), difference });
  }
  return flips.toSorted(
    (x, y) => Math.abs(y.difference) - Math.abs(x.difference) || x.id.localeCompare(y.id, "en"),
  );
};

/**
 * @param codeA text of A's solution, "" where there is none
 * @param codeB text of B's solution
 */
export const compareRuns = (a: Run, b: Run, codeA: string, codeB: string): Comparison => ({
  a: summarise(a),
  b: summarise(b),
  differences: fairnessDifferences(a, b),
  stages: unionInOrder(
    a.stages.map((stage) => stage.id),
    b.stages.map((stage) => stage.id),
  ).map((id) => {
    const left = a.stages.find((stage) => stage.id === id);
    const right = b.stages.find((stage) => stage.id === id);
    return {
      id,
      a: left?.points ?? null,
      b: right?.points ?? null,
      maximum: Math.max(left?.maximum ?? 0, right?.maximum ?? 0),
    };
  }),
  flips: findFlips(a, b),
  code: diffCode(codeA, codeB),
});
