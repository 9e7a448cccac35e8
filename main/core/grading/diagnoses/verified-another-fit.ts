import { isAnotherFit } from "../scored-fit.ts";
import { recorderFaults } from "../recorder-faults.ts";
import { recorderTouched } from "../trust.ts";
import { type DiagnosisRule, place } from "./rule.ts";

/** With a touched record the checksums say nothing of the fits; that is told by the checks. */
export const verifiedAnotherFit: DiagnosisRule = {
  rule: "verified_another_fit",
  group: "honesty",
  message: {
    en: "{cls} was fitted on other rows or values in the scored run than when it was verified, from the same data.",
    zh: "同样的数据，{cls} 在计分运行中训练所用的行或数值与复核运行不同。",
  },
  fix: {
    en: "Seed every draw, and let no fit depend on the order or the number of the hold-out's rows.",
    zh: "为所有随机抽取设置种子，且训练不应取决于留出集的行顺序或行数。",
  },
  find: (evidence) => {
    const model = evidence.judge?.model ?? null;
    const { verification } = evidence;
    return model !== null &&
      verification.state === "done" &&
      verification.outcome.status === "finished" &&
      isAnotherFit(evidence) &&
      !recorderTouched(evidence) &&
      // A fit that the recorder lost is none that was another.
      recorderFaults(evidence).length === 0
      ? [{ values: { cls: model.cls }, at: place(model.file, model.line) }]
      : [];
  },
};
