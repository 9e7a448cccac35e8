import { type DiagnosisRule, place } from "./rule.ts";

/** What scikit-learn says where true labels are texts and predicted ones numbers, or the other way round. */
const RAISED =
  /Labels in y_true and y_pred should be of the same type|Mix of label input types \(string and number\)|pos_label=\d+ is not a valid label.*\[\s*'/s;

export const textLabels: DiagnosisRule = {
  rule: "text_labels",
  group: "f1_zero",
  message: {
    en: "Labels that are texts are compared with numbers ({name}): no row agrees.",
    zh: "文本标签与数字比较（{name}）：没有一行相等。",
  },
  fix: {
    en: "Make both the same type once, right after reading: y = y.astype(int); print(y.dtype, y.unique()) shows it.",
    zh: "读取后立即统一类型：y = y.astype(int)；可用 print(y.dtype, y.unique()) 查看。",
  },
  find: ({ judge }) => {
    const raised = [...(judge?.scored.exceptions ?? []), ...(judge?.verification?.exceptions ?? [])]
      .filter((one) => RAISED.test(one.message))
      .map((one) => ({ name: one.type, file: one.file, line: one.line }));
    const seen = new Map(
      [...(judge?.static.textLabels ?? []), ...raised].map((one) => [String(one.line), one]),
    );
    return [...seen.values()].map((one) => ({
      values: { name: one.name },
      at: place(one.file, one.line),
    }));
  },
};
