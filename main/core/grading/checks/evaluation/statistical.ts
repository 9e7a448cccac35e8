import type { Evidence } from "../../../evidence/evidence.ts";
import { UNUSABLE, unusableCell } from "../../cells.ts";
import { defineCheck, graded } from "../../check.ts";
import { type Compared, verdictOf } from "../../compared.ts";
import { fraction, mean, ONE, ZERO } from "../../fraction.ts";
import { compute, isQuantityMetric, rowsOf } from "../../metrics/compute.ts";
import { oncePerAnswers } from "../../once-per-answers.ts";
import { toldFaults } from "../../prediction-faults.ts";
import { positiveOf } from "../../primary.ts";

const ABSOLUTE = 0.005;
const RELATIVE = 0.01;
/** Float noise must not decide at the edge of a tolerance. */
const SLACK = 1e-9;

export interface MetricComparison {
  readonly name: string;
  readonly said: number | null;
  readonly measured: number;
  readonly right: boolean;
}

/** Every metric that the task asks for and that can be computed, on the fixed test set. */
const measuredMetrics = oncePerAnswers((evidence): ReadonlyMap<string, number> => {
  const { predictions, task } = evidence;
  if (predictions.state === "absent" || predictions.test.size === 0) {
    return new Map();
  }
  const rows = rowsOf(evidence.labels.test, predictions.test);
  const positive = positiveOf(evidence);
  const withScores = [...predictions.test.values()].some((one) => one.score !== null);
  const names = [...task.statistical.required, ...(withScores ? task.statistical.withScores : [])];
  return new Map(
    names.flatMap((name) => {
      const measured = compute(name, rows, positive);
      return measured === null ? [] : [[name, measured] as const];
    }),
  );
});

export function compareMetrics(evidence: Evidence): readonly MetricComparison[] {
  return [...measuredMetrics(evidence)].map(([name, measured]) => {
    const said = evidence.report.view.statistical[name] ?? null;
    const tolerance = isQuantityMetric(name) && name !== "r2" ? RELATIVE * Math.abs(measured) : ABSOLUTE;
    return { name, said, measured, right: said !== null && Math.abs(said - measured) <= tolerance + SLACK };
  });
}

export const statistical = defineCheck({
  id: "evaluation.statistical",
  title: { en: "Metrics that agree", zh: "指标与重算一致" },
  needs: [],
  messages: {
    all: {
      en: "All {count} metrics agree with the recomputed ones.",
      zh: "全部 {count} 个指标与重新计算的一致。",
    },
    wrong: {
      en: "{name}: you reported {said}, recomputed {measured}.",
      zh: "{name}：报告为 {said}，重新计算为 {measured}。",
    },
    unsaid: {
      en: "{name} is not reported; it is {measured}.",
      zh: "没有报告 {name}；其值为 {measured}。",
    },
  },
  judge: (evidence, say) => {
    const metrics = compareMetrics(evidence);
    if (metrics.length === 0) {
      return graded(ZERO, ["verified"], [say("noPredictions"), ...toldFaults(evidence, "test").notes]);
    }
    const bad = metrics.filter((one) => !one.right);
    const faults = toldFaults(evidence, "test");
    return graded(
      mean(metrics.map((one) => (one.right ? ONE : fraction(0)))),
      ["verified"],
      bad.length === 0
        ? [say("all", { count: metrics.length })]
        : bad
            .map(({ name, said, measured }) =>
              said === null ? say("unsaid", { name, measured }) : say("wrong", { name, said, measured }),
            )
            .concat(faults.notes),
      {
        at: bad.length === 0 ? null : faults.at,
        cell: bad.length === 0 ? null : unusableCell(evidence.predictions, UNUSABLE, "test"),
        details: {
          compared: metrics.map(
            ({ name, said, measured, right }): Compared => ({
              what: "metric",
              name,
              said,
              measured,
              verdict: verdictOf(said, right),
            }),
          ),
        },
      },
    );
  },
});
