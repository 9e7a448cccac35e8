import { defineCheck, graded } from "../../check.ts";

const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

export const taskType = defineCheck({
  id: "problem_understanding.task_type",
  title: { en: "The right task type", zh: "任务类型正确" },
  needs: [],
  messages: {
    right: { en: "task_type is {wanted}.", zh: "task_type 为 {wanted}。" },
    wrong: {
      en: "You reported task_type {said}; the task is {wanted}.",
      zh: "报告的 task_type 为 {said}；任务是 {wanted}。",
    },
    unsaid: {
      en: "problem.task_type is missing; the task is {wanted}.",
      zh: "缺少 problem.task_type；任务是 {wanted}。",
    },
  },
  judge: (evidence, say) => {
    const wanted = evidence.task.taskType;
    const said = evidence.report.view.problem.taskType;
    if (said === null) {
      return graded(0, ["verified"], [say("unsaid", { wanted })]);
    }
    const right = fold(said) === wanted;
    return graded(right ? 1 : 0, ["verified"], [say(right ? "right" : "wrong", { said, wanted })]);
  },
});
