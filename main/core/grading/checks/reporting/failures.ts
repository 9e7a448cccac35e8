import type { Evidence } from "../../../evidence/evidence.ts";
import type { Trace } from "../../../evidence/judge-output.ts";
import { defineCheck, graded } from "../../check.ts";
import { fraction, mean } from "../../fraction.ts";
import { placeOf } from "../../trust.ts";

type Raised = Trace["exceptions"][number];

/** Caught ones are seen only by the full recorder, in the verification run; the same line is one failure. */
function raised(evidence: Evidence): readonly Raised[] {
  const all = [
    ...(evidence.judge?.scored.exceptions ?? []),
    ...(evidence.judge?.verification?.exceptions ?? []),
  ];
  return [...new Map(all.map((one) => [`${last(one.type)} ${String(one.line)}`, one])).values()].filter(
    (one) => last(one.type) !== "SystemExit" && last(one.type) !== "KeyboardInterrupt",
  );
}

/** The scored run records the exception that ended it and no other: what was caught shows in a whole verification. */
const sawCaughtOnes = ({ judge, verification }: Evidence): boolean =>
  judge !== null &&
  judge.verification !== null &&
  verification.state === "done" &&
  verification.outcome.status === "finished";

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

export const failures = defineCheck({
  id: "reporting.failures",
  title: { en: "Failures that occurred", zh: "发生过的失败" },
  needs: ["trace"],
  messages: {
    none: { en: "Nothing failed and nothing is claimed.", zh: "没有失败，也没有声称失败。" },
    noList: {
      en: "Nothing failed, but the report has no list of failures.",
      zh: "没有失败，但报告缺少 failures 列表。",
    },
    all: {
      en: "All {count} exceptions are recorded with type, line and suggestion.",
      zh: "全部 {count} 个异常都记录了类型、行号和建议。",
    },
    unrecorded: { en: "{type} in line {line} is not recorded.", zh: "第 {line} 行的 {type} 没有记录。" },
    incomplete: {
      en: "{type} in line {line} is recorded without {lacks}.",
      zh: "第 {line} 行的 {type} 记录缺少 {lacks}。",
    },
    unseen: {
      en: "{type} is recorded. Caught exceptions are seen in a verification that finishes, and there was none, so it counts half.",
      zh: "记录了 {type}。被捕获的异常只有在完成的复核运行中才能看到，而本次没有，因此计一半。",
    },
    invented: {
      en: "{type} is recorded, but no such exception occurred.",
      zh: "记录了 {type}，但没有发生该异常。",
    },
  },
  judge: (evidence, say) => {
    if (evidence.report.state === "absent") {
      return graded(0, ["verified"], [say("noReport")]);
    }
    const list = evidence.report.view.failures;
    const occurred = raised(evidence);
    const invented = (list ?? []).filter(
      (entry) => !occurred.some((one) => last(one.type) === last(entry.errorType)),
    );
    if (occurred.length === 0 && invented.length === 0) {
      return list === null
        ? graded(fraction(1, 2), ["verified"], [say("noList")])
        : graded(1, ["verified"], [say("none")]);
    }
    const seenWhole = sawCaughtOnes(evidence);
    if (invented.length > 0 && seenWhole) {
      return graded(
        0,
        ["verified"],
        invented.slice(0, 4).map((entry) => say("invented", { type: entry.errorType })),
      );
    }
    const unseen = invented.map((entry) => ({
      share: fraction(1, 2),
      note: say("unseen", { type: entry.errorType }),
    }));
    const ofOccurred = occurred.map((one) => {
      const line = one.line ?? 0;
      const same = (list ?? []).filter((entry) => last(entry.errorType) === last(one.type));
      const entry = same.find((candidate) => candidate.location.includes(String(line))) ?? same[0];
      if (entry === undefined) {
        return { share: fraction(0), note: say("unrecorded", { type: one.type, line }) };
      }
      const lacks = [
        ...(one.line === null || new RegExp(`(^|\\D)${line}(\\D|$)`).test(entry.location) ? [] : ["line"]),
        ...(entry.suggestion.trim() === "" ? ["suggestion"] : []),
      ];
      return {
        share: fraction(3 - lacks.length, 3),
        note:
          lacks.length === 0 ? null : say("incomplete", { type: one.type, line, lacks: lacks.join(", ") }),
      };
    });
    const parts = [...ofOccurred, ...unseen];
    const notes = parts.flatMap((part) => part.note ?? []);
    const first = occurred[0];
    return graded(
      mean(parts.map((part) => part.share)),
      [
        ...(occurred.length === 0 ? [] : ["verified" as const]),
        ...(unseen.length === 0 ? [] : ["claimed" as const]),
      ],
      notes.length === 0 ? [say("all", { count: occurred.length })] : notes.slice(0, 6),
      { at: first === undefined ? null : placeOf(first) },
    );
  },
});
