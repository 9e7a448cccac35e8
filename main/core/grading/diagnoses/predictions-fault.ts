import { predictionFaultNote, predictionFaultPlace } from "../prediction-faults.ts";
import type { DiagnosisRule } from "./rule.ts";

export const predictionsFault: DiagnosisRule = {
  rule: "predictions_fault",
  group: "reporting",
  message: {
    en: "Something in predictions.csv cannot be used.",
    zh: "predictions.csv 中有无法使用的内容。",
  },
  fix: {
    en: "Write row_id,split,prediction,score from the frames of fixed_test_split and holdout.csv, each row once, and read the file back: no empty cell among the predictions, no text, no infinity.",
    zh: "由 fixed_test_split 与 holdout.csv 的表写出 row_id,split,prediction,score，每行一次，并读回检查：prediction 不得为空、为文本或为无穷大。",
  },
  find: ({ predictions }) =>
    predictions.state === "absent"
      ? []
      : predictions.faults.slice(0, 6).map((fault) => {
          const { template, values } = predictionFaultNote(fault);
          return { values, at: predictionFaultPlace(fault), message: template };
        }),
};
