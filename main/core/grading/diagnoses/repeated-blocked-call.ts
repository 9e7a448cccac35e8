import { REPEATED, refusals } from "../refusals.ts";
import { type DiagnosisRule, place } from "./rule.ts";

export const repeatedBlockedCall: DiagnosisRule = {
  rule: "repeated_blocked_call",
  group: "imports",
  message: { en: "{call} was refused {count} times.", zh: "{call} 被拒绝了 {count} 次。" },
  fix: {
    en: "Read the sentence of the first refusal: the wall does not move. Data is in DATA_DIR, results go to REPORT_DIR.",
    zh: "第一次被拒绝时的提示已说明原因：限制不会改变。数据在 DATA_DIR，结果写入 REPORT_DIR。",
  },
  find: (evidence) =>
    refusals(evidence)
      .filter((one) => one.count >= REPEATED)
      .map((one) => ({ values: { call: one.call, count: one.count }, at: place("solution.py", one.line) })),
};
