/** Whether a finished run has a working model at all (benchmark.md 5.4). Where the evidence cannot decide, it has one. */
import type { Evidence, Probes } from "../evidence/evidence.ts";
import { byChance, isRanking } from "./metrics/chance.ts";
import { scoresOf } from "./metrics/compute.ts";
import type { ScaledRow } from "./metrics/scaled.ts";
import { oncePerAnswers } from "./once-per-answers.ts";
import { holdoutRows, isConstant, onScaleOfA, positiveOf, trivialA } from "./primary.ts";
import type { Note } from "./text.ts";

/** A model is asked about the rows that it answered, where it answered so many of them. */
const MOST = 0.5;
/** Further above the trivial model no luck comes, with as many rows as any task has: the dealing is spared. */
const OUT_OF_REACH = 0.25;
/** Changes of answers that chance alone makes differ by this share of their mean at most: five standard errors. */
const ALIKE = 0.25;

export type NoWorkingModel =
  | { readonly kind: "absent" | "constant" | "independent" }
  | { readonly kind: "trivial"; readonly a: number; readonly trivial: number }
  | { readonly kind: "chance"; readonly a: number; readonly chance: number };

export const capMessages = {
  absent: {
    en: "No working model: there are no predictions of the hold-out, so rawTotal is at most 29.",
    zh: "没有可用的模型：没有留出集的预测，rawTotal 最多 29。",
  },
  constant: {
    en: "No working model: every hold-out row gets the same prediction, so rawTotal is at most 29.",
    zh: "没有可用的模型：留出集每行的预测都相同，rawTotal 最多 29。",
  },
  independent: {
    en: "No working model: whichever column is exchanged, an identifier or a feature, the predictions change alike, so they do not depend on the input and rawTotal is at most 29.",
    zh: "没有可用的模型：无论置换标识列还是特征列，预测的变化都一样，即预测不依赖输入，rawTotal 最多 29。",
  },
  trivial: {
    en: "No working model: {a} on the hold-out is not above the trivial model's {trivial}, so rawTotal is at most 29.",
    zh: "没有可用的模型：留出集得分 {a} 不高于平凡模型的 {trivial}，rawTotal 最多 29。",
  },
  chance: {
    en: "No working model: {a} on the hold-out is no more than the {chance} that the same predictions reach by chance at other rows, so rawTotal is at most 29.",
    zh: "没有可用的模型：留出集得分 {a} 不高于把同样的预测随机分给各行所能达到的 {chance}，rawTotal 最多 29。",
  },
} as const;

export function capNote(reason: NoWorkingModel): Note {
  const { kind, ...values } = reason;
  return { template: capMessages[kind], values };
}

/** Why a finished run has no working model; null where it has one or the evidence cannot decide. */
export const noWorkingModel = oncePerAnswers((evidence): NoWorkingModel | null => {
  const { task, run, predictions, probes, labels } = evidence;
  if (!task.stages.includes("model_training") || run.status !== "finished" || task.primaryMetric === null) {
    return null;
  }
  if (predictions.state === "absent" || predictions.holdout.size === 0) return { kind: "absent" };
  if (isConstant(predictions)) return { kind: "constant" };
  if (changesAlike(probes)) return { kind: "independent" };
  const all = holdoutRows(evidence, predictions.holdout);
  const answered = predictions.holdout.size >= MOST * labels.holdout.size;
  return noBetterThanNothing(evidence, answered ? all.filter((row) => row.prediction !== null) : all);
});

function noBetterThanNothing(evidence: Evidence, rows: readonly ScaledRow[]): NoWorkingModel | null {
  const { primaryMetric: metric } = evidence.task;
  const a = onScaleOfA(evidence, rows);
  if (a === null || metric === null) return null;
  const trivial = trivialA(evidence, rows);
  if (a <= trivial) return { kind: "trivial", a, trivial };
  const positive = positiveOf(evidence);
  if (positive === null || !isRanking(metric) || a > trivial + OUT_OF_REACH) return null;
  const chance = byChance(
    metric,
    scoresOf(rows, positive),
    rows.map((row) => row.truth === positive),
  );
  return a <= chance ? { kind: "chance", a, chance } : null;
}

/**
 * Answers that are made anew for each row, whatever stands in it, change as much when an identifier is exchanged as when
 * any other column is. A model that learned from an identifier changes by each column in another measure.
 */
export function changesAlike(probes: Probes): boolean {
  if (probes.state !== "done" || probes.unrelated.length === 0 || probes.importance.length < 2) return false;
  const changes = [...probes.unrelated, ...probes.importance].map(({ change }) => change);
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  return mean > 0 && changes.every((change) => Math.abs(change - mean) <= ALIKE * mean);
}
