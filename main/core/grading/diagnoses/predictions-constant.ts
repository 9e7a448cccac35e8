import { isConstant } from "../primary.ts";
import { changesAlike } from "../working-model.ts";
import { modelPlace } from "./places.ts";
import type { DiagnosisRule } from "./rule.ts";

export const predictionsConstant: DiagnosisRule = {
  rule: "predictions_independent_of_input",
  group: "honesty",
  message: {
    en: "Every row of the hold-out gets the same prediction and score.",
    zh: "留出集的每一行都得到相同的预测和得分。",
  },
  fix: {
    en: "Check that the model behind predictions.csv is the trained one and sees the features.",
    zh: "检查产生 predictions.csv 的是否为训练过的模型，且使用了特征。",
  },
  find: (evidence) => {
    const at = modelPlace(evidence);
    if (isConstant(evidence.predictions)) return [{ values: {}, at }];
    return changesAlike(evidence.probes) ? [{ values: {}, at, message: ALIKE }] : [];
  },
};

const ALIKE = {
  en: "The predictions change alike, whichever column is exchanged, an identifier or a feature: no column decides them.",
  zh: "无论置换标识列还是特征列，预测的变化都一样：没有任何列决定预测。",
};
