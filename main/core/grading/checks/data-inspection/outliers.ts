import type { ReportFinding } from "../../../evidence/report-view.ts";
import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction, mean, ONE, ZERO, isZero } from "../../fraction.ts";
import { faultsOf, findingsFor } from "../../findings.ts";
import { believed, findingsOfKind, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { refutedFindings } from "../../refuted.ts";
import { kindOf } from "../../trust.ts";

const STATISTICS =
  /\b(iqr|inter-?quartile|q1|q3|quartile|quantile|percentile|sigma|z-?scores?|standard deviations?|std|[1-4](\.5)?\s*\*?\s*iqr)\b/gi;
/** Words that remain when the statistics are taken out: a sentence, not a formula. */
const WORDS_OF_A_REASON = 3;

/** A reason from the domain: words beside the statistics of the column itself. */
function hasReason(finding: ReportFinding): boolean {
  const statistical = finding.evidence.match(STATISTICS) !== null;
  const rest = finding.evidence.replaceAll(STATISTICS, " ").match(/\p{Script=Han}|\p{L}{2,}/gu) ?? [];
  const compares =
    /income|wage|year|price|capacity|impossible|beyond|more than|exceed|only|while|entry|typo|plausib|不可能|超过|收入/i;
  return statistical
    ? compares.test(finding.evidence) && rest.length >= 2 * WORDS_OF_A_REASON
    : rest.length >= WORDS_OF_A_REASON;
}

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
      const claims = findingsOfKind(evidence, "outliers");
      const claim = refutedFindings(evidence).find((one) => claims.includes(one.finding));
      if (claim !== undefined) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.finding.field, issue: "outlier" })]);
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
