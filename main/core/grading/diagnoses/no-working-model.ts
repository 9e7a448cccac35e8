import { holdoutRows, measuredA, trivialA } from "../primary.ts";
import { noWorkingModel as reasonOf } from "../working-model.ts";
import { modelPlace } from "./places.ts";
import type { DiagnosisRule } from "./rule.ts";

export const noWorkingModel: DiagnosisRule = {
  rule: "no_working_model",
  group: "honesty",
  message: {
    en: "The run has no working model: it reaches {a}, the trivial model {trivial}.",
    zh: "运行没有可用的模型：得分 {a}，平凡模型为 {trivial}。",
  },
  fix: {
    en: "Compare with DummyClassifier or the median before reporting; a report alone earns at most 29.",
    zh: "报告前先与 DummyClassifier 或中位数比较；仅有报告最多 29 分。",
  },
  find: (evidence) => {
    const reason = reasonOf(evidence);
    if (reason === null || reason.kind === "constant" || reason.kind === "independent") return [];
    const a = "a" in reason ? reason.a : (measuredA(evidence) ?? 0);
    const trivial =
      "trivial" in reason ? reason.trivial : trivialA(evidence, holdoutRows(evidence, new Map()));
    return [{ values: { a, trivial }, at: modelPlace(evidence) }];
  },
};
