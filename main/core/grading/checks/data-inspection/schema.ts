import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction, mean, ONE, ZERO, isZero } from "../../fraction.ts";
import { faultsOf, findingsFor } from "../../findings.ts";
import { falseClaim } from "../../charged-findings.ts";
import { believed, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { kindOf } from "../../trust.ts";

export const schema = defineCheck({
  id: "data_inspection.schema",
  title: { en: "Mixed types and formats", zh: "混合的类型与格式" },
  needs: ["static", "trace"],
  messages: {
    ...lookMessages,
    found: { en: "{field}: the mixed values were found.", zh: "{field}：已发现混合的类型或格式。" },
    missed: {
      en: "{field}: its values have mixed types or formats, which no finding names.",
      zh: "{field}：取值的类型或格式不一致，没有发现提到它。",
    },
  },
  judge: (evidence, say) => {
    const mode = modeOf(evidence, "schema");
    if (mode === "-") {
      return notApplicable(say("modeOff"));
    }
    const look = lookAt(evidence, "schema");
    if (mode === "I") {
      const claim = falseClaim(evidence, "schema");
      if (claim !== null) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.field, issue: claim.issue })]);
      }
      return look.strength === "none"
        ? graded(0, ["static"], [say("notLooked")])
        : graded(
            believed(ONE, look),
            ["verified", ...kindOf(look.strength)],
            [say("nothingThere"), say(look.strength === "traced" ? "looked" : "lookClaimed")],
            { at: look.at },
          );
    }
    const planted = faultsOf(evidence, "schema");
    const parts = planted.map((fault) => {
      const found = findingsFor(evidence, fault).length > 0;
      return {
        share: found ? ONE : ZERO,
        note: say(found ? "found" : "missed", { field: fault.fields.join(", ") }),
      };
    });
    const share = parts.length === 0 ? fraction(1) : mean(parts.map((part) => part.share));
    const notes = parts.map((part) => part.note);
    return graded(
      believed(share, look),
      ["verified", ...kindOf(look.strength)],
      look.strength === "traced" || isZero(share) ? notes : [...notes, say("lookClaimed")],
      { at: look.at, cell: missedCell(evidence, planted) },
    );
  },
});
