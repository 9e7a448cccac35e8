import type { DiagnosisRule } from "./rule.ts";
import { lineagePlace } from "../lineage-place.ts";

export const lineageFault: DiagnosisRule = {
  rule: "lineage_fault",
  group: "reporting",
  message: {
    en: "The lineage is no Mermaid in line {line}, column {column}: {text}",
    zh: "数据血缘第 {line} 行第 {column} 列不是 Mermaid：{text}",
  },
  fix: {
    en: "Begin with graph LR and write one chain of nodes, as raw_data --> cleaned_data --> features --> model --> report; close every bracket.",
    zh: "以 graph LR 开头，写成一条节点链，如 raw_data --> cleaned_data --> features --> model --> report；括号必须成对。",
  },
  find: (evidence) => {
    const { lineage } = evidence;
    if (lineage.state !== "broken") return [];
    const { line, column, text } = lineage;
    return [{ values: { line, column, text: text === "" ? "-" : text }, at: lineagePlace(evidence) }];
  },
};
