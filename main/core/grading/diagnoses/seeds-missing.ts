import { type DiagnosisRule, place } from "./rule.ts";

export const seedsMissing: DiagnosisRule = {
  rule: "seeds_missing",
  group: "reporting",
  message: { en: "{generator} draws without a seed.", zh: "{generator} 抽取随机数但未设置种子。" },
  fix: {
    en: "Set it from SEED before the first draw (random.seed, numpy.random.seed, random_state=SEED).",
    zh: "在第一次抽取前用 SEED 设置（random.seed、numpy.random.seed、random_state=SEED）。",
  },
  find: (evidence) =>
    (evidence.judge?.static.unseeded ?? []).map((one) => ({
      values: { generator: one.generator },
      at: place(one.file, one.line),
    })),
};
