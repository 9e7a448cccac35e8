import { chargedFindings } from "../../charged-findings.ts";
import { defineCheck } from "../../check.ts";
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
    ordinary_rows: {
      en: "{field}: {said} values are called wrong; {measured} of them at least are ordinary.",
      zh: "{field}：把 {said} 个值判为异常，其中至少 {measured} 个是正常的。",
    },
    nothing_wrong: {
      en: "{field}: values were changed as impossible, where none is.",
      zh: "{field}：把值当作异常处理，而其中没有异常。",
    },
    no_mixture: {
      en: "{field}: mixed types or formats were reported, the data has none.",
      zh: "{field}：报告类型或格式不一致，数据中没有。",
    },
    no_rare: {
      en: "{field}: a rare category was reported, the column has none.",
      zh: "{field}：报告存在罕见类别，该列没有。",
    },
    no_personal: {
      en: "{field}: personal data was reported, the column has none.",
      zh: "{field}：报告存在个人数据，该列没有。",
    },
    no_shift: {
      en: "{field}: a shift was reported, the hold-out has none.",
      zh: "{field}：报告存在漂移，留出集并无漂移。",
    },
  },
  judge: (evidence, say) => {
    const charged = chargedFindings(evidence);
    const alarms = refutedFindings(evidence).filter(({ finding }) => !charged.has(finding));
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
