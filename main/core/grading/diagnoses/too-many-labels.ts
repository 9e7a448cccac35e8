import { normaliseLabel } from "../../evidence/read-predictions.ts";
import { type DiagnosisRule, place } from "./rule.ts";

export const tooManyLabels: DiagnosisRule = {
  rule: "too_many_labels",
  group: "f1_zero",
  message: {
    en: "{call} is told to expect the classes {said}; the target has {real}.",
    zh: "{call} 被指定类别 {said}；目标列的类别是 {real}。",
  },
  fix: {
    en: "Leave labels out, or take them from the data: labels=sorted(y.unique()).",
    zh: "不要传入 labels，或由数据得到：labels=sorted(y.unique())。",
  },
  find: (evidence) => {
    const real = [
      ...new Set([...evidence.labels.test.values(), ...evidence.labels.holdout.values()]),
    ].toSorted();
    const isClasses = evidence.task.taskType.endsWith("classification");
    return !isClasses || real.length === 0
      ? []
      : (evidence.judge?.static.labelLists ?? [])
          .filter((one) => {
            // Two classes under their two names are no third one.
            const said = new Set(one.values.map((value) => normaliseLabel(value)));
            return said.size > real.length && real.every((label) => said.has(label));
          })
          .map((one) => ({
            values: { call: one.call, said: one.values.join(", "), real: real.join(", ") },
            at: place(one.file, one.line),
          }));
  },
};
