import { basename } from "node:path/posix";
import { defineCheck, graded } from "../../check.ts";
import { claimedBecause, kindOf, strengthOf, traceOf } from "../../trust.ts";

const BRIEF = "README.md";
const DATA = /\.(csv|pdf|tsv|parquet|json)$/;
/** Documents that may be read before the data without being the data. */
const DOCUMENTS = new Set(["limits.json", "report.schema.json", "report.example.json"]);
const isData = (path: string): boolean => DATA.test(basename(path)) && !DOCUMENTS.has(basename(path));

export const briefFirst = defineCheck({
  id: "problem_understanding.brief_first",
  title: { en: "The brief is read before any data", zh: "先读任务说明再读数据" },
  needs: ["static", "trace"],
  messages: {
    first: { en: "README.md was opened before any data file.", zh: "在任何数据文件之前打开了 README.md。" },
    late: {
      en: "{file} was opened before README.md; the brief comes first.",
      zh: "{file} 先于 README.md 被打开；应先读任务说明。",
    },
    never: { en: "The scored run never opened README.md.", zh: "计分运行从未打开 README.md。" },
    treeOnly: {
      en: "The code names README.md, but no opening of it was seen.",
      zh: "代码中提到 README.md，但没有看到它被打开。",
    },
  },
  judge: (evidence, say) => {
    const reads = traceOf(evidence)?.opens.filter((open) => open.mode === "read") ?? [];
    const brief = reads.find((open) => basename(open.path) === BRIEF);
    const data = reads.find((open) => isData(open.path));
    if (brief !== undefined) {
      const { strength, at } = strengthOf(evidence, brief);
      if (data !== undefined && data.n < brief.n) {
        return graded(0, ["traced"], [say("late", { file: basename(data.path) })], { at });
      }
      if (strength === "none") {
        return graded(0, ["static"], [say("never")]);
      }
      const notes = strength === "traced" ? [say("first")] : [say("first"), claimedBecause(evidence)];
      return graded(strength === "traced" ? 1 : 0.5, kindOf(strength), notes, { at });
    }
    if (evidence.judge?.scored.recorded === true) {
      return graded(0, ["traced"], [say("never")]);
    }
    const named = evidence.judge?.static.calls.some((call) => call.name.includes(BRIEF)) ?? false;
    return named
      ? graded(0.5, ["claimed"], [say("treeOnly"), say("claimedOnly")])
      : graded(0, ["static"], [say("never")]);
  },
});
