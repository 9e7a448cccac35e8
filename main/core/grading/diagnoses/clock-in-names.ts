import { type DiagnosisRule, place } from "./rule.ts";

export const clockInNames: DiagnosisRule = {
  rule: "clock_in_names",
  group: "reporting",
  message: {
    en: "{call} flows into a {reaches}: every run leaves something else.",
    zh: "{call} 的值进入了 {reaches}：每次运行的结果都不同。",
  },
  fix: {
    en: "Name files by TASK_ID or by a hash of the content, and leave the time out of saved values.",
    zh: "用 TASK_ID 或内容哈希命名文件，不要把时间写入保存的值。",
  },
  find: (evidence) =>
    (evidence.judge?.static.clock ?? [])
      .filter((one) => one.reaches !== "none")
      .map((one) => ({ values: { call: one.call, reaches: one.reaches }, at: place(one.file, one.line) })),
};
