import { defineCheck } from "../../check.ts";
import { faultsOf, findingsFor, wordsOf } from "../../findings.ts";
import { modeOf } from "../../inspection.ts";
import { refutedFindings } from "../../refuted.ts";
import { percent } from "../../text.ts";

const shown = (kind: string, value: number): string | number => (kind === "rate" ? percent(value) : value);

export const falseAlarms = defineCheck({
  id: "data_inspection.false_alarms",
  title: { en: "False findings", zh: "错误的发现" },
  needs: [],
  messages: {
    none: { en: "No finding is refuted by the data.", zh: "没有发现被数据否定。" },
    rate: {
      en: "{field}: you reported {said} missing, the data has {measured}.",
      zh: "{field}：报告缺失 {said}，数据为 {measured}。",
    },
    count: {
      en: "{field}: you reported {said} duplicates, the data has {measured}.",
      zh: "{field}：报告重复 {said}，数据为 {measured}。",
    },
    no_duplicates: {
      en: "{field}: duplicates were reported, the data has none on that key.",
      zh: "{field}：报告存在重复，数据在该键上没有重复。",
    },
    ordinary: {
      en: "{field}: the limit {said} calls {measured} ordinary rows wrong.",
      zh: "{field}：界限 {said} 把 {measured} 行正常数据判为异常。",
    },
    no_column: { en: "{field}: the data has no such column.", zh: "{field}：数据中没有该列。" },
    no_shift: {
      en: "{field}: a shift was reported, the hold-out has none.",
      zh: "{field}：报告存在漂移，留出集并无漂移。",
    },
  },
  judge: (evidence, say) => {
    // What already cost an inspection check costs nothing here: wrong numbers about planted faults, and false
    // claims of a kind that is not planted. A limit that cuts off ordinary rows costs no other check.
    const planted = new Set(
      ["schema", "missing", "outliers", "duplicates", "drift", "privacy"].flatMap((check) =>
        faultsOf(evidence, check).flatMap((fault) => findingsFor(evidence, fault)),
      ),
    );
    const already = (issue: string): boolean =>
      (["schema", "missing", "outliers", "duplicates", "drift", "privacy"] as const).some(
        (check) => modeOf(evidence, check) === "I" && (wordsOf[check] ?? []).includes(issue),
      );
    const alarms = refutedFindings(evidence).filter(
      (one) => (one.kind === "ordinary" || !planted.has(one.finding)) && !already(one.finding.issue),
    );
    return {
      kind: "adjustment",
      points: -alarms.length,
      evidence: ["verified"],
      notes:
        alarms.length === 0
          ? [say("none")]
          : alarms.map((one) =>
              say(one.kind, {
                field: one.finding.field,
                said: shown(one.kind, one.said),
                measured: shown(one.kind, one.measured),
              }),
            ),
      details: { alarms: alarms.map((one) => ({ field: one.finding.field, issue: one.finding.issue })) },
    };
  },
});
