import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable } from "../../check.ts";
import { fraction, mean, ONE, ZERO, isZero } from "../../fraction.ts";
import { countedOn, faultsOf, findingsFor, statedCount } from "../../findings.ts";
import { falseClaim } from "../../charged-findings.ts";
import { believed, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { kindOf } from "../../trust.ts";

/** Near duplicates: the share by which a count may differ. */
const NEAR = 0.1;

export const duplicates = defineCheck({
  id: "data_inspection.duplicates",
  title: { en: "Duplicates on the right key", zh: "按正确的键统计重复" },
  needs: ["static", "trace"],
  messages: {
    ...lookMessages,
    missed: {
      en: "{key}: {count} rows repeat a key, which no finding names.",
      zh: "{key}：有 {count} 行重复，没有发现提到它。",
    },
    right: { en: "{key}: {count} repeated rows, as reported.", zh: "{key}：重复 {count} 行，与报告一致。" },
    wrongCount: {
      en: "{key}: you reported {said} repeated rows, the data has {count} beyond the first of each key.",
      zh: "{key}：报告重复 {said} 行，数据中每个键首行之外有 {count} 行。",
    },
    unsaid: {
      en: "{key}: no number was reported; {count} rows repeat a key.",
      zh: "{key}：没有报告数量；重复 {count} 行。",
    },
    wrongKey: {
      en: "You counted duplicates on {said}; the key is {key}.",
      zh: "报告按 {said} 统计重复；正确的键是 {key}。",
    },
  },
  judge: (evidence, say) => {
    const mode = modeOf(evidence, "duplicates");
    if (mode === "-") {
      return notApplicable(say("modeOff"));
    }
    if (mode === "I") {
      const look = lookAt(evidence, "duplicates");
      const claim = falseClaim(evidence, "duplicates");
      if (claim !== null) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.field, issue: claim.issue })]);
      }
      return look.strength === "none"
        ? graded(0, ["static"], [say("notLooked")])
        : graded(believed(ONE, look), ["verified", ...kindOf(look.strength)], [say("nothingThere")], {
            at: look.at,
          });
    }
    const planted = faultsOf(evidence, "duplicates").filter((fault) => fault.kind === "duplicate");
    const look = lookAt(
      evidence,
      "duplicates",
      planted.flatMap((fault) => fault.key),
    );
    const parts = planted.map((fault) => {
      const key = fault.key.join(" + ");
      const findings = findingsFor(evidence, fault);
      const finding = countedOn(fault.key, findings);
      if (finding === undefined) {
        const other = findings[0];
        return {
          share: ZERO,
          note:
            other === undefined
              ? say("missed", { key, count: fault.count })
              : say("wrongKey", { key, said: other.key.join(" + ") }),
        };
      }
      const said = statedCount(finding);
      if (said === null) {
        return { share: fraction(1, 2), note: say("unsaid", { key, count: fault.count }) };
      }
      // What is nearly equal is a matter of taste: a count close by is right.
      const right = fault.near ? Math.abs(said - fault.count) <= NEAR * fault.count : said === fault.count;
      return {
        share: right ? ONE : fraction(1, 2),
        note: say(right ? "right" : "wrongCount", { key, said, count: fault.count }),
      };
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
