import { positiveOf } from "../primary.ts";
import { scorePlace } from "./places.ts";
import type { DiagnosisRule } from "./rule.ts";

export const thresholdOutOfReach: DiagnosisRule = {
  rule: "threshold_out_of_reach",
  group: "f1_zero",
  message: {
    en: "No row is predicted {positive}: the highest score is {highest}, under the fixed threshold.",
    zh: "没有一行被预测为 {positive}：最高得分 {highest} 低于固定阈值。",
  },
  fix: {
    en: "Choose the threshold on training folds, from precision_recall_curve, or balance the class weights.",
    zh: "在训练折上用 precision_recall_curve 选择阈值，或平衡类别权重。",
  },
  find: (evidence) => {
    const positive = positiveOf(evidence);
    if (positive === null || evidence.predictions.state === "absent") {
      return [];
    }
    const rows = [...evidence.predictions.holdout.values()];
    const scores = rows.flatMap((row) => (row.score === null ? [] : [row.score]));
    const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
    const varied = new Set(scores).size > 1;
    return rows.length > 0 && varied && rows.every((row) => row.label !== positive)
      ? [{ values: { positive, highest }, at: scorePlace(evidence) }]
      : [];
  },
};
