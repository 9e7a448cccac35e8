import { compareMetrics } from "../checks/evaluation/statistical.ts";
import { reportPlace } from "./places.ts";
import type { DiagnosisRule } from "./rule.ts";

export const claimedMetricDiffers: DiagnosisRule = {
  rule: "claimed_metric_differs",
  group: "honesty",
  message: {
    en: "The report claims {name} = {said}; recomputed from predictions.csv it is {measured}.",
    zh: "报告称 {name} = {said}；由 predictions.csv 重新计算为 {measured}。",
  },
  fix: {
    en: "Compute every metric from the predictions that you save, on the rows of fixed_test_split.",
    zh: "所有指标都应由保存的预测在 fixed_test_split 的行上计算。",
  },
  find: (evidence) =>
    compareMetrics(evidence).flatMap((one) =>
      one.said !== null && !one.right
        ? [
            {
              values: { name: one.name, said: one.said, measured: one.measured },
              at: reportPlace(evidence, "metrics", "statistical", one.name),
            },
          ]
        : [],
    ),
};
