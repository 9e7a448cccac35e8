import type { Evidence } from "../../evidence/evidence.ts";
import { LEAKED_SHARE } from "../leaked-share.ts";
import { hiddenTestShare } from "../scored-fit.ts";
import { percent } from "../text.ts";
import { type DiagnosisRule, place } from "./rule.ts";

/**
 * Where no fit was seen to give the predictions of the test rows, the one that was found may be on all labelled rows,
 * after an earlier one that saw no test row was evaluated.
 */
function mayBeAnotherFit({ judge }: Evidence): boolean {
  const model = judge?.model ?? null;
  if (judge === null || model === null || model.how === "outputs") return false;
  const { fits } = judge.verification ?? judge.scored;
  return fits.some((fit) => fit.cls === model.cls && fit.testShare !== null && fit.testShare <= LEAKED_SHARE);
}

export const testRowsInTraining: DiagnosisRule = {
  rule: "test_rows_in_training",
  group: "honesty",
  message: {
    en: "{cls}, whose predictions are reported, was fitted on {share} of the fixed test rows.",
    zh: "产生预测的 {cls} 在训练时使用了固定测试集 {share} 的行。",
  },
  fix: {
    en: "Split with fixed_test_split first and fit on the training rows only.",
    zh: "先用 fixed_test_split 划分，只在训练行上拟合。",
  },
  find: (evidence) => {
    const model = evidence.judge?.model ?? null;
    const verified = model?.trainedOn.testShare ?? 0;
    // A fit that was shown clean and was not in the scored run is told by its size.
    const share = Math.max(
      verified > LEAKED_SHARE && mayBeAnotherFit(evidence) ? 0 : verified,
      hiddenTestShare(evidence),
    );
    // Without a target nothing is predicted, so there is nothing to leak.
    return evidence.task.target !== null && model !== null && share > LEAKED_SHARE
      ? [{ values: { cls: model.cls, share: percent(share) }, at: place(model.file, model.line) }]
      : [];
  },
};
