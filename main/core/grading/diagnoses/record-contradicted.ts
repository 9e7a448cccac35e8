import { contradictedColumns } from "../probed-columns.ts";
import type { DiagnosisRule } from "./rule.ts";
import { place } from "./rule.ts";

export const recordContradicted: DiagnosisRule = {
  rule: "record_contradicted",
  group: "honesty",
  message: {
    en: "The record of the run has no {column} among the features of {cls}, but its predictions change when only {column} is exchanged.",
    zh: "运行记录中 {cls} 的特征不含 {column}，但仅交换 {column} 的值预测就会改变。",
  },
  fix: {
    en: "Leave {column} out of the features, average and join no rows by it, and leave the recorder alone.",
    zh: "不要把 {column} 用作特征，不要按它聚合或连接行，也不要改动记录器。",
  },
  find: (evidence) => {
    const model = evidence.judge?.model ?? null;
    return contradictedColumns(evidence).map((column) => ({
      values: { column, cls: model?.cls ?? "-" },
      at: model === null ? null : place(model.file, model.line),
    }));
  },
};
