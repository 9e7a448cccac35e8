import { type DiagnosisRule, place } from "./rule.ts";

export const reportInWorkingFolder: DiagnosisRule = {
  rule: "report_in_working_folder",
  group: "reporting",
  message: {
    en: "Paths are built from os.getcwd(); the working folder may not be written.",
    zh: "路径由 os.getcwd() 组成；工作目录不可写。",
  },
  fix: {
    en: "Write to REPORT_DIR: it is right whatever the working folder is.",
    zh: "写入 REPORT_DIR：无论工作目录是什么都正确。",
  },
  find: (evidence) =>
    evidence.report.state !== "absent"
      ? []
      : (evidence.judge?.static.calls ?? [])
          .filter((call) => /(^|\.)(getcwd|cwd)$/.test(call.name))
          .slice(0, 1)
          .map((call) => ({ values: {}, at: place(call.file, call.line) })),
};
