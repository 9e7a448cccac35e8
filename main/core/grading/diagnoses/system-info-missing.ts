import { reportPlace } from "./places.ts";
import type { DiagnosisRule } from "./rule.ts";

export const systemInfoMissing: DiagnosisRule = {
  rule: "system_info_missing",
  group: "reporting",
  message: { en: "system_info lacks {names}.", zh: "system_info 缺少 {names}。" },
  fix: {
    en: "Fill system_info with platform.python_version(), platform.platform() and os.cpu_count().",
    zh: "用 platform.python_version()、platform.platform() 和 os.cpu_count() 填写 system_info。",
  },
  find: (evidence) => {
    if (evidence.report.state === "absent") {
      return [];
    }
    const { python, os, cpu } = evidence.report.view.systemInfo;
    const names = [
      ...(python === null ? ["python"] : []),
      ...(os === null ? ["os"] : []),
      ...(cpu === null ? ["cpu"] : []),
    ];
    return names.length === 0
      ? []
      : [{ values: { names: names.join(", ") }, at: reportPlace(evidence, "system_info") }];
  },
};
