import { type DiagnosisRule, place } from "./rule.ts";

export const absolutePath: DiagnosisRule = {
  rule: "absolute_path",
  group: "reporting",
  message: { en: "{text} exists on one machine only.", zh: "{text} 只存在于某一台机器上。" },
  fix: {
    en: "Build paths from DATA_DIR and REPORT_DIR of mle_bench.",
    zh: "用 mle_bench 的 DATA_DIR 和 REPORT_DIR 组成路径。",
  },
  find: (evidence) =>
    (evidence.judge?.static.absolutePaths ?? []).map((one) => ({
      values: { text: one.text },
      at: place(one.file, one.line),
    })),
};
