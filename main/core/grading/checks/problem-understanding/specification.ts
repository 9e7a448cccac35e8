import { defineCheck, graded, notEvaluated } from "../../check.ts";
import { fraction } from "../../fraction.ts";

const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** The written rule of a rule task is executed in the sandbox; that execution is not part of this evidence yet. */
export const specification = defineCheck({
  id: "problem_understanding.specification",
  title: { en: "A metric and a validation that fit", zh: "合适的指标与验证方案" },
  needs: [],
  messages: {
    metric: { en: "The metric {said} fits the data.", zh: "指标 {said} 适合该数据。" },
    badMetric: {
      en: "The metric {said} does not fit the data; fitting ones: {wanted}.",
      zh: "指标 {said} 不适合该数据；适合的有：{wanted}。",
    },
    noMetric: { en: "No metric was written down.", zh: "没有写明指标。" },
    scheme: { en: "The validation scheme {said} fits.", zh: "验证方案 {said} 合适。" },
    badScheme: {
      en: "The validation scheme {said} does not fit the data; fitting ones: {wanted}.",
      zh: "验证方案 {said} 不适合该数据；适合的有：{wanted}。",
    },
    noScheme: { en: "No validation scheme was written down.", zh: "没有写明验证方案。" },
    shuffled: {
      en: "{said} must not shuffle: the rows are in time order.",
      zh: "{said} 不得打乱顺序：数据按时间排列。",
    },
    ruleOpen: {
      en: "Not evaluated: the written rule has not been executed.",
      zh: "未评估：书面规则尚未执行。",
    },
  },
  judge: (evidence, say) => {
    const { task } = evidence;
    if (task.taskType === "rule") {
      return notEvaluated(say("ruleOpen"));
    }
    const { metric, validation } = evidence.report.view.problem;
    const { metrics, schemes } = task.specification;
    const scheme = validation?.scheme ?? null;
    const metricFits = metric !== null && metrics.includes(fold(metric));
    const ordered = schemes.includes("time_series_split");
    const shuffled = ordered && validation?.shuffle === true;
    const schemeFits = scheme !== null && schemes.includes(fold(scheme)) && !shuffled;
    const notes = [
      metric === null
        ? say("noMetric")
        : say(metricFits ? "metric" : "badMetric", { said: metric, wanted: metrics.join(", ") }),
      scheme === null
        ? say("noScheme")
        : say(schemeFits ? "scheme" : shuffled ? "shuffled" : "badScheme", {
            said: scheme,
            wanted: schemes.join(", "),
          }),
    ];
    return graded(fraction((metricFits ? 1 : 0) + (schemeFits ? 1 : 0), 2), ["verified"], notes);
  },
});
