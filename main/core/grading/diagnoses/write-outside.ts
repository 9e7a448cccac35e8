import { type DiagnosisRule, place } from "./rule.ts";

export const writeOutside: DiagnosisRule = {
  rule: "write_outside",
  group: "memory_files",
  message: { en: "Writing was refused: {text}", zh: "写入被拒绝：{text}" },
  fix: {
    en: "Only REPORT_DIR outlives the run; scratch files may go to the temporary folder.",
    zh: "只有 REPORT_DIR 会保留；临时文件可写入临时目录。",
  },
  // One that the solution caught is seen only by the full recorder, in the verification run.
  find: ({ judge }) =>
    [
      ...new Map(
        [...(judge?.verification?.exceptions ?? []), ...(judge?.scored.exceptions ?? [])].map((one) => [
          String(one.line),
          one,
        ]),
      ).values(),
    ]
      .filter(
        (one) =>
          /PermissionError|OSError/.test(one.type) &&
          /read-only|permission denied|may be written/i.test(one.message),
      )
      .slice(0, 3)
      .map((one) => ({ values: { text: one.message }, at: place(one.file, one.line) })),
};
