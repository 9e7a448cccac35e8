import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction, mean, ONE, ZERO, isZero } from "../../fraction.ts";
import { faultsOf, findingsFor } from "../../findings.ts";
import { falseClaim } from "../../charged-findings.ts";
import { believed, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { hasReason } from "../../outlier-reason.ts";
import { kindOf } from "../../trust.ts";

export const outliers = defineCheck({
  id: "data_inspection.outliers",
  title: { en: "Impossible values, with a reason", zh: "不可能的值及理由" },
  needs: ["static", "trace"],
  messages: {
    ...lookMessages,
    missed: {
      en: "{field}: {count} impossible values (beyond {limit}) were not found.",
      zh: "{field}：{count} 个不可能的值（超过 {limit}）没有被发现。",
    },
    missedOther: {
      en: "{field}: {count} values that cannot be right were not found.",
      zh: "{field}：{count} 个不可能正确的值没有被发现。",
    },
    found: {
      en: "{field}: the impossible values were found, with a reason from the domain.",
      zh: "{field}：已发现不可能的值，并给出业务上的理由。",
    },
    noReason: {
      en: "{field}: the impossible values were found, but the only reason is statistical; say why no such value can exist.",
      zh: "{field}：已发现不可能的值，但理由只是统计性的；应说明为何不可能存在这种值。",
    },
  },
  judge: (evidence, say) => {
    const mode = modeOf(evidence, "outliers");
    if (mode === "-") {
      return notApplicable(say("modeOff"));
    }
    if (mode === "I") {
      const look = lookAt(evidence, "outliers");
      const claim = falseClaim(evidence, "outliers");
      if (claim !== null) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.field, issue: claim.issue })]);
      }
      return look.strength === "none"
        ? graded(0, ["static"], [say("notLooked")])
        : graded(believed(ONE, look), ["verified", ...kindOf(look.strength)], [say("nothingThere")], {
            at: look.at,
          });
    }
    const planted = faultsOf(evidence, "outliers").filter(
      (fault) =>
        fault.kind === "outlier" ||
        fault.kind === "unit" ||
        fault.kind === "stuck" ||
        fault.kind === "closed",
    );
    const look = lookAt(
      evidence,
      "outliers",
      planted.flatMap((fault) => fault.fields),
    );
    const parts = planted.map((fault) => {
      const field = fault.fields.join(", ");
      const findings = findingsFor(evidence, fault);
      if (findings.length === 0) {
        return {
          share: ZERO,
          note:
            "valid" in fault
              ? say("missed", { field, count: fault.count, limit: fault.valid.maximum })
              : say("missedOther", { field, count: fault.count }),
        };
      }
      const reason = findings.some(hasReason);
      return { share: reason ? ONE : fraction(1, 2), note: say(reason ? "found" : "noReason", { field }) };
    });
    const share = parts.length === 0 ? ONE : mean(parts.map((part) => part.share));
    const notes = parts.map((part) => part.note);
    return graded(
      believed(share, look),
      ["verified", ...kindOf(look.strength)],
      look.strength === "traced" || isZero(share) ? notes : [...notes, say("lookClaimed")],
      { at: look.at, cell: missedCell(evidence, planted) },
    );
  },
});
