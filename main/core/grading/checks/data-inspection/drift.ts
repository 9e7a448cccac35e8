import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { mean, ONE, ZERO, isZero } from "../../fraction.ts";
import { faultsOf, findingsFor } from "../../findings.ts";
import { falseClaim } from "../../charged-findings.ts";
import { believed, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { kindOf } from "../../trust.ts";

export const drift = defineCheck({
  id: "data_inspection.drift",
  title: { en: "Shift between data and hold-out", zh: "数据与留出集之间的漂移" },
  needs: ["static", "trace"],
  messages: {
    ...lookMessages,
    compared: {
      en: "The hold-out was opened and compared; no shift is there and none was claimed.",
      zh: "已打开并比较留出集；没有漂移，也没有声称漂移。",
    },
    notCompared: {
      en: "The hold-out was never compared with the labelled rows.",
      zh: "从未将留出集与带标签的数据比较。",
    },
    found: { en: "{field}: the shift was reported.", zh: "{field}：已报告漂移。" },
    missed: {
      en: "{field}: the hold-out is shifted, which no finding names.",
      zh: "{field}：留出集存在漂移，没有发现提到它。",
    },
  },
  judge: (evidence, say) => {
    const mode = modeOf(evidence, "drift");
    if (mode === "-") {
      return notApplicable(say("modeOff"));
    }
    const look = lookAt(evidence, "drift");
    if (mode === "I") {
      const claim = falseClaim(evidence, "drift");
      if (claim !== null) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.field, issue: claim.issue })]);
      }
      // A recorded run without a comparison made none: calls of the tree say nothing about the hold-out.
      const recorded = evidence.judge?.scored.recorded === true;
      return look.strength === "none" || (recorded && look.from === "tree")
        ? graded(0, ["static", "traced"], [say("notCompared")])
        : graded(
            believed(ONE, look),
            ["verified", ...kindOf(look.strength)],
            [say("compared"), ...(look.strength === "traced" ? [] : [say("lookClaimed")])],
            { at: look.at },
          );
    }
    const parts = faultsOf(evidence, "drift").map((fault) => {
      const found = findingsFor(evidence, fault).length > 0;
      return {
        share: found ? ONE : ZERO,
        note: say(found ? "found" : "missed", { field: fault.fields.join(", ") }),
      };
    });
    const share = parts.length === 0 ? ONE : mean(parts.map((part) => part.share));
    const notes = parts.map((part) => part.note);
    return graded(
      believed(share, look),
      ["verified", ...kindOf(look.strength)],
      look.strength === "traced" || isZero(share) ? notes : [...notes, say("lookClaimed")],
      { at: look.at, cell: missedCell(evidence, faultsOf(evidence, "drift")) },
    );
  },
});
