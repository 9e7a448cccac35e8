import { UNUSABLE, unusableCell } from "../../cells.ts";
import { defineCheck, graded, notEvaluated } from "../../check.ts";
import { fraction } from "../../fraction.ts";
import { engineeringOf } from "../../primary.ts";
import { toldFaults } from "../../prediction-faults.ts";
import { withoutRun } from "../../verified-runs.ts";

export const score = defineCheck({
  id: "model_training.score",
  title: { en: "The engineering score", zh: "工程得分" },
  needs: [],
  messages: {
    reached: {
      en: "S = {s}: {metric} {a} on the hold-out (baseline {baseline}, reference {reference}), R {r}, P {p}.",
      zh: "S = {s}：留出集 {metric} 为 {a}（基线 {baseline}，参考 {reference}），R 为 {r}，P 为 {p}。",
    },
    uncalibrated: {
      en: "Not evaluated: baseline and reference of this variant have not been measured.",
      zh: "未评估：尚未测得该变体的基线与参考值。",
    },
    otherCores: {
      en: "R is not comparable with the reference's: this run had {run} cores, the reference {reference}.",
      zh: "R 与参考方案不可比：本次运行使用 {run} 个核心，参考方案使用 {reference} 个。",
    },
    otherCount: {
      en: "R is not comparable with the reference's: the memory of this run was counted by {run}, the reference's by {reference}.",
      zh: "R 与参考方案不可比：本次运行的内存由 {run} 计量，参考方案由 {reference} 计量。",
    },
    belowBaseline: {
      en: "The model does not beat the baseline, so the gate is 0.",
      zh: "模型没有超过基线，门槛为 0。",
    },
  },
  judge: (evidence, say) => {
    if (evidence.run.status !== "finished") {
      return graded(0, ["verified"], [say("notFinished", { status: evidence.run.status })]);
    }
    if (evidence.calibration === null) {
      return notEvaluated(say("uncalibrated"));
    }
    const reached = engineeringOf(evidence);
    const faults = toldFaults(evidence, "holdout");
    if (reached.accuracy === null) {
      return graded(0, ["verified"], [say("noPredictions"), ...faults.notes], { at: faults.at });
    }
    if (reached.earned === null || reached.score === null) {
      return withoutRun(evidence, "verification") ?? notEvaluated(say("verificationSkipped"));
    }
    const notes = [
      say("reached", {
        s: reached.score,
        metric: reached.metric.name,
        a: reached.accuracy,
        baseline: reached.baseline ?? 0,
        reference: reached.reference ?? 0,
        r: reached.resource ?? 0,
        p: reached.reproducibility ?? 0,
      }),
      ...(reached.notComparable ?? []).map(({ what, run, reference }) =>
        say(what === "cores" ? "otherCores" : "otherCount", { run, reference }),
      ),
      ...(reached.gate === 0 ? [say("belowBaseline")] : []),
      ...faults.notes,
    ];
    return graded(fraction(reached.earned), ["verified"], notes, {
      at: faults.at,
      cell: unusableCell(evidence.predictions, UNUSABLE, "holdout"),
    });
  },
});
