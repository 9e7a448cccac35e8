import type { LineageReading } from "../../../evidence/read-lineage.ts";
import type { TaskType } from "../../../tasks/manifest.ts";
import { defineCheck, graded } from "../../check.ts";
import { fraction } from "../../fraction.ts";
import { lineagePlace } from "../../lineage-place.ts";

type Station = "raw" | "cleaned" | "features" | "model" | "report";

const STATIONS: Readonly<Record<Station, RegExp>> = {
  raw: /raw|source|input|data\.csv|原始|数据源/i,
  cleaned: /clean|prepared|preprocess|deduplicat|清洗|预处理/i,
  features: /feature|matrix|encod|特征/i,
  model: /model|classif|regress|estimator|train|forest|boost|模型|训练/i,
  report: /report|result|evaluat|报告|结果/i,
};
const WAY: Readonly<Partial<Record<TaskType, readonly Station[]>>> = {
  rule: ["raw", "cleaned", "report"],
  audit: ["raw", "report"],
};
const WHOLE: readonly Station[] = ["raw", "cleaned", "features", "model", "report"];

/** Furthest station that can be reached in order along the edges; `way.length` when all are. */
function reached(reading: Extract<LineageReading, { state: "read" }>, way: readonly Station[]): number {
  const isAt = (node: string, station: Station): boolean =>
    STATIONS[station].test(node) || STATIONS[station].test(reading.nodes.get(node) ?? "");
  const next = new Map<string, string[]>();
  for (const [from, to] of reading.edges) {
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const first = way[0];
  let frontier = [...reading.nodes.keys()].filter((node) => first !== undefined && isAt(node, first));
  let passed = frontier.length > 0 ? 1 : 0;
  while (passed > 0 && passed < way.length) {
    const station = way[passed];
    const seen = new Set<string>();
    const queue = frontier.flatMap((node) => next.get(node) ?? []);
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      if (!seen.has(node)) {
        seen.add(node);
        queue.push(...(next.get(node) ?? []));
      }
    }
    frontier = [...seen].filter((node) => station !== undefined && isAt(node, station));
    if (frontier.length === 0) {
      break;
    }
    passed += 1;
  }
  return passed;
}

export const lineage = defineCheck({
  id: "reporting.lineage",
  title: { en: "The lineage of the data", zh: "数据血缘" },
  needs: [],
  messages: {
    whole: { en: "The lineage leads {way}.", zh: "数据血缘为 {way}。" },
    absent: { en: "No lineage was left.", zh: "没有留下数据血缘。" },
    broken: {
      en: "Line {line} of the lineage is no Mermaid from column {column} on: {text}",
      zh: "数据血缘第 {line} 行自第 {column} 列起不是 Mermaid：{text}",
    },
    stops: {
      en: "The lineage parses, but does not lead {way}: nothing leads to {station}.",
      zh: "数据血缘可以解析，但没有形成 {way}：没有通向 {station} 的路径。",
    },
  },
  judge: (evidence, say) => {
    const reading = evidence.lineage;
    const way = WAY[evidence.task.taskType] ?? WHOLE;
    if (reading.state === "absent") {
      return graded(0, ["verified"], [say("absent")]);
    }
    if (reading.state === "broken") {
      const { line, column, text } = reading;
      return graded(0, ["verified"], [say("broken", { line, column, text })], { at: lineagePlace(evidence) });
    }
    const passed = reached(reading, way);
    const shown = way.join(" -> ");
    return passed === way.length
      ? graded(1, ["verified"], [say("whole", { way: shown })])
      : graded(fraction(1, 2), ["verified"], [say("stops", { way: shown, station: way[passed] ?? "" })]);
  },
});
