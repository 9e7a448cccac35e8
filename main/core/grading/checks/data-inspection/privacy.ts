import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction, mean, ONE, ZERO } from "../../fraction.ts";
import { faultsOf, findingsFor } from "../../findings.ts";
import { falseClaim } from "../../charged-findings.ts";
import { believed, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { kindOf } from "../../trust.ts";

const ADVICE =
  /\b(hash|drop|remov|mask|anonymi|pseudonymi|exclud|delet|redact|discard|omit|tokeni[sz]|encrypt|(left|leav\w{1,3}|kept|keep\w{0,3}|tak\w{1,3}|cut|cutting)( it| them)? out\b|strip|scrub|blank(ed|ing)?\b)|脱敏|删除|哈希|剔除/i;

export const privacy = defineCheck({
  id: "data_inspection.privacy",
  title: { en: "Personal data", zh: "个人数据" },
  needs: ["static", "trace"],
  messages: {
    ...lookMessages,
    found: {
      en: "{field}: personal data was found and its removal or hashing advised.",
      zh: "{field}：已发现个人数据并建议删除或哈希。",
    },
    noAdvice: {
      en: "{field}: personal data was found, but neither hashing nor dropping was advised.",
      zh: "{field}：已发现个人数据，但没有建议哈希或删除。",
    },
    missed: { en: "{field}: personal data was not found.", zh: "{field}：没有发现个人数据。" },
  },
  judge: (evidence, say) => {
    const mode = modeOf(evidence, "privacy");
    if (mode === "-") {
      return notApplicable(say("modeOff"));
    }
    if (mode === "I") {
      const look = lookAt(evidence, "privacy");
      const claim = falseClaim(evidence, "privacy");
      if (claim !== null) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.field, issue: "privacy" })]);
      }
      return look.strength === "none"
        ? graded(0, ["static"], [say("notLooked")])
        : graded(believed(ONE, look), ["verified", ...kindOf(look.strength)], [say("nothingThere")], {
            at: look.at,
          });
    }
    const parts = faultsOf(evidence, "privacy").map((fault) => {
      const field = fault.fields.join(", ");
      const findings = findingsFor(evidence, fault);
      const advised = findings.some((finding) => ADVICE.test(finding.action));
      return findings.length === 0
        ? { share: ZERO, note: say("missed", { field }) }
        : { share: advised ? ONE : fraction(1, 2), note: say(advised ? "found" : "noAdvice", { field }) };
    });
    const share = parts.length === 0 ? ONE : mean(parts.map((part) => part.share));
    return graded(
      share,
      ["verified"],
      parts.map((part) => part.note),
      { cell: missedCell(evidence, faultsOf(evidence, "privacy")) },
    );
  },
});
