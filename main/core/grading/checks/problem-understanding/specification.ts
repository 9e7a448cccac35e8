import type { Evidence } from "../../../evidence/evidence.ts";
import { commonMessages } from "../../common-messages.ts";
import { defineCheck, graded, notEvaluated, type Say, type Verdict } from "../../check.ts";
import { fraction, least, toNumber, ZERO } from "../../fraction.ts";
import { f1OfSets, trueIds } from "../../selected.ts";
import { selectionFaults } from "../../selection-faults.ts";
import type { Note } from "../../text.ts";
import { withoutRun } from "../../verified-runs.ts";

const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

const messages = {
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
  noRule: { en: "No rule was written down in problem.rule.", zh: "problem.rule 中没有写明规则。" },
  ruleRight: {
    en: "The written rule selects exactly the right rows, also at its limits.",
    zh: "书面规则恰好选出正确的行，界限处也是如此。",
  },
  ruleWrong: {
    en: "The written rule selects {said} ids where {wanted} are right, rows at its limits included (F1 {f1}).",
    zh: "书面规则选出 {said} 个编号，正确的是 {wanted} 个（含界限处的行，F1 为 {f1}）。",
  },
  ruleFailed: {
    en: "The written rule could not be applied to the data: {error}",
    zh: "书面规则无法用于数据：{error}",
  },
  selectionRight: {
    en: "selection.csv holds exactly the right ids.",
    zh: "selection.csv 恰好包含正确的编号。",
  },
  selectionWrong: {
    en: "selection.csv holds {said} ids where {wanted} are right (F1 {f1}).",
    zh: "selection.csv 包含 {said} 个编号，正确的是 {wanted} 个（F1 为 {f1}）。",
  },
  noSelection: { en: "There is no selection.csv.", zh: "没有 selection.csv。" },
} as const;

/** Without the second verification execution the rule was not tried. */
function notApplied(evidence: Evidence): Verdict {
  const { rule } = evidence;
  const missing = withoutRun(evidence, rule.state === "not_finished" ? "verification" : "probes");
  const values = { part: "rule", error: rule.state === "fault" ? rule.error : rule.state };
  return missing ?? notEvaluated({ template: commonMessages.ourFault, values });
}

/** The smaller of the F1 of the written rule, rows at its edges included, and of the ids that were handed in. */
function ofRule(evidence: Evidence, say: Say<typeof messages>): Verdict {
  const { selection, rule, report } = evidence;
  const wanted = evidence.truth.selection;
  if (wanted === null) throw new Error(`${evidence.task.id} has no true selection`);
  const notes: Note[] = [];
  const ids = trueIds(wanted.ids);
  const faults = selectionFaults(evidence);
  let handedIn = ZERO;
  if (selection.state === "absent") {
    notes.push(say("noSelection"), ...faults.map(({ note }) => note));
  } else {
    handedIn = f1OfSets(selection.ids, ids);
    const right = selection.ids.size === ids.size && toNumber(handedIn) === 1;
    notes.push(
      right
        ? say("selectionRight")
        : say("selectionWrong", { said: selection.ids.size, wanted: ids.size, f1: toNumber(handedIn) }),
      ...(right ? [] : faults.map(({ note }) => note)),
    );
  }
  if (report.view.problem.rule === null) {
    return graded(ZERO, ["verified"], [say("noRule"), ...notes]);
  }
  if (rule.state !== "done" && rule.state !== "failed") return notApplied(evidence);
  if (rule.state === "failed") {
    return graded(ZERO, ["verified"], [say("ruleFailed", { error: rule.error }), ...notes]);
  }
  const withEdges = trueIds(wanted.with_edges);
  const written = f1OfSets(rule.ids, withEdges);
  const note =
    toNumber(written) === 1
      ? say("ruleRight")
      : say("ruleWrong", { said: rule.ids.size, wanted: withEdges.size, f1: toNumber(written) });
  return graded(least(written, handedIn), ["verified"], [note, ...notes], {
    at: toNumber(handedIn) === 1 ? null : (faults[0]?.at ?? null),
  });
}

export const specification = defineCheck({
  id: "problem_understanding.specification",
  title: { en: "A metric and a validation that fit", zh: "合适的指标与验证方案" },
  needs: [],
  messages,
  judge: (evidence, say) => {
    const { task } = evidence;
    if (task.taskType === "rule") {
      return ofRule(evidence, say);
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
