import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction } from "../../fraction.ts";

export const rationalesTrue = defineCheck({
  id: "preprocessing.rationales_true",
  title: { en: "What the rationales claim is true", zh: "理由中的说法属实" },
  needs: ["rationales"],
  messages: {
    all: { en: "All {total} measurable claims are true.", zh: "全部 {total} 条可测量的说法属实。" },
    some: {
      en: "{right} of {total} measurable claims are true.",
      zh: "{total} 条可测量的说法中 {right} 条属实。",
    },
    wrong: {
      en: "{step}: you said {claim} is {said}, measured {measured}.",
      zh: "{step}：称 {claim} 为 {said}，实测 {measured}。",
    },
    nothing: {
      en: "The {entries} decisions say nothing that can be measured (a rate, skewness, cardinality or range).",
      zh: "{entries} 条决策没有可测量的内容（比例、偏度、基数或范围）。",
    },
    noEntries: { en: "There is no decision entry.", zh: "没有决策记录。" },
    rightly: { en: "Nothing had to be changed and nothing was.", zh: "无需改动，也没有改动。" },
  },
  judge: (evidence, say) => {
    const log = evidence.judge?.decisionLog;
    const entries = log?.entries ?? [];
    const nothingToDo = !evidence.truth.faults.some((fault) => fault.treatments.length > 0);
    if (nothingToDo && entries.length === 0 && (log?.steps.length ?? 0) === 0) {
      return notApplicable(say("rightly"));
    }
    if (entries.length === 0) {
      return graded(0, ["verified"], [say("noEntries")]);
    }
    const measured = (evidence.judge?.rationales ?? []).filter((one) => one.holds !== null);
    if (measured.length === 0) {
      return graded(fraction(1, 3), ["verified"], [say("nothing", { entries: entries.length })]);
    }
    const wrong = measured.filter((one) => one.holds === false);
    const right = measured.length - wrong.length;
    const notes = [
      say(wrong.length === 0 ? "all" : "some", { right, total: measured.length }),
      ...wrong.slice(0, 4).map((one) =>
        say("wrong", {
          step: entries[one.entry]?.step ?? String(one.entry),
          claim: one.claim,
          said: one.said,
          measured: one.measured ?? "-",
        }),
      ),
    ];
    const line = wrong.map((one) => entries[one.entry]?.line ?? null).find((one) => one !== null);
    return graded(fraction(right, measured.length), ["verified"], notes, {
      at: line === undefined ? null : { file: "solution.py", line },
    });
  },
});
