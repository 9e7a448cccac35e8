import type { DiagnosisRule } from "./rule.ts";

export const jsonFault: DiagnosisRule = {
  rule: "json_fault",
  group: "reporting",
  message: {
    en: "report.json is not strict JSON: {kind} in line {line}, column {column} ({detail}).",
    zh: "report.json 不是严格 JSON：第 {line} 行第 {column} 列 {kind}（{detail}）。",
  },
  fix: {
    en: "Write it with mle_bench.report.save, or json.dump(..., indent=2, allow_nan=False), and read it back once.",
    zh: "用 mle_bench.report.save 或 json.dump(..., indent=2, allow_nan=False) 写出，并读回检查一次。",
  },
  find: (evidence) =>
    evidence.report.state === "absent"
      ? []
      : evidence.report.faults.slice(0, 3).map((fault) => ({
          values: { kind: fault.kind, line: fault.line, column: fault.column, detail: fault.detail },
          at: { file: "report.json", line: fault.line },
        })),
};
