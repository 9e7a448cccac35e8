import { selectionFaults } from "../selection-faults.ts";
import type { DiagnosisRule } from "./rule.ts";

export const selectionFault: DiagnosisRule = {
  rule: "selection_fault",
  group: "reporting",
  message: {
    en: "Something in selection.csv cannot be used.",
    zh: "selection.csv 中有无法使用的内容。",
  },
  fix: {
    en: "Write one column with the name of the key and each id once: frame[[key]].drop_duplicates().to_csv(path, index=False).",
    zh: "只写一列，列名为主键名，每个编号一次：frame[[key]].drop_duplicates().to_csv(path, index=False)。",
  },
  find: (evidence) =>
    selectionFaults(evidence).map(({ note, at }) => ({ values: note.values, at, message: note.template })),
};
