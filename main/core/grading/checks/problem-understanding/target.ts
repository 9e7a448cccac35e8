import { normaliseLabel } from "../../../evidence/read-predictions.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { positiveOf } from "../../primary.ts";

export const target = defineCheck({
  id: "problem_understanding.target",
  title: { en: "The right target and positive class", zh: "目标列与正类正确" },
  needs: [],
  messages: {
    right: { en: "The target is {wanted}.", zh: "目标列为 {wanted}。" },
    rightBoth: {
      en: "The target is {wanted}, its positive class {positive}.",
      zh: "目标列为 {wanted}，正类为 {positive}。",
    },
    wrongPositive: {
      en: "The target {wanted} is right; its positive class is {positive}, you reported {said}.",
      zh: "目标列 {wanted} 正确；正类是 {positive}，报告写的是 {said}。",
    },
    noPositive: {
      en: "The target {wanted} is right; problem.positive_class is missing, it is {positive}.",
      zh: "目标列 {wanted} 正确；缺少 problem.positive_class，应为 {positive}。",
    },
    wrong: {
      en: "You reported the target {said}; the brief asks for {wanted}.",
      zh: "报告的目标列为 {said}；任务要求 {wanted}。",
    },
    unsaid: {
      en: "problem.target is missing; the brief asks for {wanted}.",
      zh: "缺少 problem.target；任务要求 {wanted}。",
    },
  },
  judge: (evidence, say) => {
    const wanted = evidence.task.target?.column ?? null;
    if (wanted === null) {
      return notApplicable(say("modeOff"));
    }
    const { target: said, positiveClass } = evidence.report.view.problem;
    if (said === null) {
      // Silence is no wrong target: it loses its points, but the model may still predict the right column.
      return graded(0, ["verified"], [say("unsaid", { wanted })]);
    }
    if (said.trim().toLowerCase() !== wanted.toLowerCase()) {
      return graded(0, ["verified"], [say("wrong", { said, wanted })], { breach: true });
    }
    const positive = positiveOf(evidence);
    if (positive === null) {
      return graded(1, ["verified"], [say("right", { wanted })]);
    }
    if (positiveClass === null) {
      return graded(0.5, ["verified"], [say("noPositive", { wanted, positive })]);
    }
    const saidPositive = normaliseLabel(String(positiveClass));
    return saidPositive === positive
      ? graded(1, ["verified"], [say("rightBoth", { wanted, positive })])
      : graded(0.5, ["verified"], [say("wrongPositive", { wanted, positive, said: saidPositive })]);
  },
});
