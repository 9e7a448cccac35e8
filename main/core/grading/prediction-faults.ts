/** What is said of each fault of predictions.csv, by the checks that it costs points and by its diagnosis. */
import type { CodePlace } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import type { PredictionFault, PredictionFaultKind } from "../evidence/read-predictions.ts";
import type { Note, Template } from "./text.ts";

export const PREDICTIONS = "predictions.csv";

const scoreMessage: Template = {
  en: "{count} scores of predictions.csv are no finite number, the first in line {line} (row_id {example}): those rows rank by their label.",
  zh: "predictions.csv 中有 {count} 个 score 不是有限数值，首见于第 {line} 行（row_id {example}）：这些行按标签排序。",
};

const byKind: Readonly<Record<PredictionFaultKind, Template>> = {
  header: {
    en: "The first line of predictions.csv lacks row_id, split or prediction: {example}.",
    zh: "predictions.csv 首行缺少 row_id、split 或 prediction：{example}。",
  },
  missing_rows: {
    en: "{count} rows are not in predictions.csv, the first of them {example}.",
    zh: "predictions.csv 缺少 {count} 行，首个为 {example}。",
  },
  extra_rows: {
    en: "{count} rows of predictions.csv belong neither to the fixed test set nor to the hold-out, the first in line {line} (row_id {example}).",
    zh: "predictions.csv 中有 {count} 行既不属于固定测试集也不属于留出集，首见于第 {line} 行（row_id {example}）。",
  },
  duplicate_rows: {
    en: "{count} rows of predictions.csv repeat a row_id, the first in line {line} (row_id {example}); what stands first counts.",
    zh: "predictions.csv 中有 {count} 行重复了 row_id，首见于第 {line} 行（row_id {example}）；以先出现的为准。",
  },
  wrong_split: {
    en: "{count} rows of predictions.csv are called by the wrong split, the first in line {line} (row_id {example}).",
    zh: "predictions.csv 中有 {count} 行的 split 有误，首见于第 {line} 行（row_id {example}）。",
  },
  bad_row_id: {
    en: "{count} rows of predictions.csv have a row_id that is no whole number, the first in line {line}: {example}.",
    zh: "predictions.csv 中有 {count} 行的 row_id 不是整数，首见于第 {line} 行：{example}。",
  },
  empty_prediction: {
    en: "{count} rows of predictions.csv have no prediction, the first in line {line} (row_id {example}).",
    zh: "predictions.csv 中有 {count} 行没有 prediction，首见于第 {line} 行（row_id {example}）。",
  },
  text_for_number: {
    en: "{count} predictions of predictions.csv are text where a number belongs, the first in line {line} (row_id {example}).",
    zh: "predictions.csv 中有 {count} 个 prediction 应为数值却是文本，首见于第 {line} 行（row_id {example}）。",
  },
  infinite: {
    en: "{count} predictions of predictions.csv are not finite, the first in line {line} (row_id {example}).",
    zh: "predictions.csv 中有 {count} 个 prediction 不是有限数值，首见于第 {line} 行（row_id {example}）。",
  },
  too_large: {
    en: "Too large to be read: predictions.csv has {example}.",
    zh: "predictions.csv 过大，无法读取：{example}。",
  },
  encoding: {
    en: "Not UTF-8: predictions.csv has other bytes in line {line}, column {example}.",
    zh: "predictions.csv 不是 UTF-8：第 {line} 行第 {example} 列有无法解码的字节。",
  },
};

/** Every sentence, for whoever looks that they are said in both languages. */
export const predictionFaultMessages: Readonly<Record<string, Template>> = { ...byKind, score: scoreMessage };

export function predictionFaultNote({ kind, cell, count, example, line }: PredictionFault): Note {
  return { template: cell === "score" ? scoreMessage : byKind[kind], values: { count, example, line } };
}

export const predictionFaultPlace = ({ line }: PredictionFault): CodePlace | null =>
  line === 0 ? null : { file: PREDICTIONS, line };

/** Faults of the file itself and of the rows of one split: what a check of those rows has to say. */
export function predictionFaultsOf(
  { predictions }: Evidence,
  split: "test" | "holdout",
): readonly PredictionFault[] {
  return predictions.state === "absent"
    ? []
    : predictions.faults.filter((fault) => fault.split === null || fault.split === split);
}

/** The sentences of a check, and where the first of the faults stands. */
export function toldFaults(
  evidence: Evidence,
  split: "test" | "holdout",
): { readonly notes: readonly Note[]; readonly at: CodePlace | null } {
  const faults = predictionFaultsOf(evidence, split);
  const { predictions } = evidence;
  const refused =
    predictions.state === "absent" && predictions.reason !== null ? [notTaken(predictions.reason)] : [];
  const places = faults.flatMap((fault) => predictionFaultPlace(fault) ?? []);
  return { notes: [...refused, ...faults.slice(0, 6).map(predictionFaultNote)], at: places[0] ?? null };
}

export const notTakenMessage: Template = {
  en: "The sandbox did not hand over predictions.csv ({reason}).",
  zh: "沙箱没有交出 predictions.csv（{reason}）。",
};
const notTaken = (reason: string): Note => ({ template: notTakenMessage, values: { reason } });
