import type { Evidence } from "../../../evidence/evidence.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction, multiply } from "../../fraction.ts";
import { matrixDoubt } from "../../scored-fit.ts";
import { placeOf } from "../../trust.ts";

export const decisionLog = defineCheck({
  id: "preprocessing.decision_log",
  title: { en: "Every change has a decision entry", zh: "每次改动都有决策记录" },
  needs: ["decisions"],
  messages: {
    all: {
      en: "All {steps} data-changing steps have a decision entry.",
      zh: "全部 {steps} 个改动数据的步骤都有决策记录。",
    },
    some: {
      en: "{logged} of {steps} data-changing steps have a decision entry; without one: {open}.",
      zh: "{steps} 个改动数据的步骤中 {logged} 个有决策记录；缺少：{open}。",
    },
    unseen: {
      en: "The steps were not seen and the {entries} entries are only claimed.",
      zh: "没有看到这些步骤，{entries} 条记录仅为声称。",
    },
    nothing: {
      en: "The data was not changed although it had to be, and no decision was logged.",
      zh: "数据需要处理却没有改动，也没有决策记录。",
    },
    rightly: { en: "Nothing had to be changed and nothing was.", zh: "无需改动，也没有改动。" },
  },
  judge: (evidence, say) => {
    const log = evidence.judge?.decisionLog ?? { how: "none" as const, steps: [], entries: [] };
    if (log.steps.length === 0) {
      if (!evidence.truth.faults.some((fault) => fault.treatments.length > 0)) {
        return notApplicable(say("rightly"));
      }
      // Code without tables of pandas or numpy changes data unseen; a matrix that shows every fault as it was does not lie.
      return log.entries.length > 0 && !untouched(evidence)
        ? graded(fraction(1, 2), ["claimed"], [say("unseen", { entries: log.entries.length })])
        : graded(0, ["traced"], [say("nothing")]);
    }
    const steps = log.steps.length;
    const open = log.steps.filter((step) => step.entry === null);
    const logged = steps - open.length;
    const first = open[0];
    const share = fraction(logged, steps);
    // Assignments are read in the tree; everything else was seen by the recorder, in the verification.
    const doubt = log.how === "static" ? null : matrixDoubt(evidence);
    const isClaimed = log.how === "none" || doubt !== null;
    return graded(
      isClaimed ? multiply(share, fraction(1, 2)) : share,
      [isClaimed ? "claimed" : log.how === "static" ? "static" : "traced"],
      [
        ...(doubt === null ? [] : [doubt]),
        open.length === 0
          ? say("all", { steps })
          : say("some", {
              logged,
              steps,
              open: open
                .slice(0, 4)
                .map((step) => (step.line === null ? step.what : `${step.what} (line ${step.line})`))
                .join(", "),
            }),
      ],
      { at: first === undefined ? null : placeOf(first), details: { how: log.how } },
    );
  },
});

/** The model saw every planted fault as it stands in the files, or not at all. */
function untouched(evidence: Evidence): boolean {
  const verdicts = (evidence.judge?.treatments ?? []).map((one) => one.verdict);
  return (
    verdicts.length > 0 && verdicts.every((verdict) => verdict === "kept" || verdict === "column_absent")
  );
}
