import { type DiagnosisRule, place } from "./rule.ts";

export const newerApi: DiagnosisRule = {
  rule: "newer_api",
  group: "imports",
  message: {
    en: "{name} came with {since}; the sandbox has an older release.",
    zh: "{name} 自 {since} 起才有；沙箱中的版本更旧。",
  },
  fix: {
    en: "With the installed release write: {instead}.",
    zh: "在已安装的版本中请改用：{instead}。",
  },
  find: (evidence) =>
    (evidence.judge?.static.newerApis ?? []).map((one) => ({
      values: { name: one.name, since: one.since, instead: one.instead },
      at: place(one.file, one.line),
    })),
};
